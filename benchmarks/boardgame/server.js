/** The game on boardgame.io, in memory. Says its port; for each line on its input, the CPU seconds it has used. */
import { createInterface } from "node:readline";
import { Origins, Server } from "boardgame.io/dist/cjs/server.js";
import { Turns } from "./game.js";

const server = Server({ games: [Turns], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: 0, callback: () => {} });
const port = running.appServer.address().port;
console.log(JSON.stringify({ port }));
createInterface({ input: process.stdin })
  .on("line", () => {
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpu_s: (user + system) / 1e6, rss: process.memoryUsage().rss }));
  })
  .on("close", () => process.exit(0));
