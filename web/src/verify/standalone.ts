import "../styles/tokens.css";
import "../styles/base.css";
import { mount } from "svelte";
import Standalone from "./Standalone.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("no #app");
mount(Standalone, { target });
