// Put the texts of a language into data of the table, as the pages do: `node translate_data.js LANGUAGE < JSON`, with
// { source, data, names }.

import { readFileSync } from "node:fs";

import { Catalogue, withTexts } from "../../../web/static/shared/messages.js";

const { source, data, names } = JSON.parse(readFileSync(0, "utf-8"));
const catalogue = new Catalogue(process.argv[2], source);
process.stdout.write(JSON.stringify(data.map((each) => withTexts(each, catalogue, names))));
