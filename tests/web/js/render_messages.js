// Render messages as the pages do: `node render_messages.js LANGUAGE [pieces] < JSON`, with { source, names, messages }.

import { readFileSync } from "node:fs";

import { Catalogue } from "../../../web/static/shared/messages.js";

const { source, names, messages } = JSON.parse(readFileSync(0, "utf-8"));
const catalogue = new Catalogue(process.argv[2], source);
const made = process.argv[3] ?? "text";
process.stdout.write(JSON.stringify(messages.map((message) => catalogue[made](message, names))));
