// Bundles the extension with the page's icon, and collects the licences of the packages in the bundle: each asks to be passed on
// with its code.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["extension.js"],
  bundle: true,
  platform: "node",
  target: "node18",
  external: ["vscode"],
  outfile: "dist/extension.js",
  metafile: true,
});

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const folders = new Set(Object.keys(metafile.inputs).map((file) => file.match(PACKAGE_FOLDER)?.[0]));
folders.delete(undefined);
const notices = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("dist/NOTICES.txt", notices.join(`\n${"-".repeat(80)}\n\n`));
copyFileSync("../../page/icon-192.png", "dist/icon.png");
