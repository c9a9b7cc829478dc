// Reads YAML with the npm package `yaml`, whose folder is the first argument. A line in is a JSON pair [YAML version, document]; a line
// out is the value as JSON, in which 1.0 stays 1.0 and whole numbers keep all their digits. What JSON cannot say becomes {"not JSON": …}.
const { createInterface } = require("node:readline");
const { parseDocument } = require(process.argv[2]);

function shown(value) {
  if (value === null || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Number.isFinite(value)) {
    const digits = Object.is(value, -0) ? "-0" : String(value);
    return /[.e]/.test(digits) ? digits : `${digits}.0`;
  }
  if (Array.isArray(value)) return `[${value.map(shown).join(",")}]`;
  if (value instanceof Map) {
    const pairs = [...value].map(([key, below]) => `${JSON.stringify(typeof key === "string" ? key : `not text: ${key}`)}:${shown(below)}`);
    return `{${pairs.join(",")}}`;
  }
  return JSON.stringify({ "not JSON": String(value) });
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const [version, text] = JSON.parse(line);
  const document = parseDocument(text, { version, intAsBigInt: true });
  const complaints = [...document.errors, ...document.warnings];
  process.stdout.write(`${complaints.length ? JSON.stringify({ "not YAML": complaints.map(String) }) : shown(document.toJS({ mapAsMap: true }))}\n`);
});
