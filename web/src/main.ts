import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { startWorker } from "./app/update.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("no #app");
mount(App, { target });
void startWorker();
