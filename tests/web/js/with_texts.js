// Give the pages' modules their texts, as the server does: `node --import ./tests/web/js/with_texts.js FILE`.

import { readdirSync, readFileSync } from "node:fs";
import { register } from "node:module";

const folder = new URL("../../../messages/en/", import.meta.url);
const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf-8"));
const source = `export const TEXTS = ${JSON.stringify(texts.join("\n"))};`;
const hooks = `
	let source;
	export const initialize = (data) => { source = data; };
	export const load = (url, context, next) =>
		url.endsWith("/shared/page_texts.js") ? { format: "module", shortCircuit: true, source } : next(url, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: source });
