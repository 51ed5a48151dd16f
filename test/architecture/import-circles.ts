// Circles of imports between files or folders. Types count as values do.
import { posix } from 'node:path';
import type { Import } from './imports-of.ts';
import { targetOf } from './import-rules.ts';

type ImportingFile = { readonly path: string; readonly imports: readonly Import[] };

/** One message for each circle of files. */
export const importCircles = (files: readonly ImportingFile[]): string[] =>
  circlesIn(graphOf(files, (path) => path)).map(
    (circle) =>
      `${circle} is a circle of imports. Move what they share to a file that imports none of them, or hand it in.`,
  );

/** One message for each circle of folders. A file at the top of a layer counts as its own folder. */
export const folderCircles = (files: readonly ImportingFile[]): string[] =>
  circlesIn(graphOf(files, (path) => (posix.dirname(path).includes('/') ? posix.dirname(path) : path))).map(
    (circle) =>
      `${circle} is a circle of imports between folders. Move the imported file to the folder that uses it, or to one ` +
      'that imports none of them.',
  );

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The import graph, between the results of `nodeOf` for the paths. */
function graphOf(files: readonly ImportingFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const node = nodeOf(path);
    const targets = imports.map(({ specifier }) => nodeOf(targetOf(path, specifier))).filter((to) => to !== node);
    graph.set(node, new Set([...(graph.get(node) ?? []), ...targets]));
  }
  return graph;
}

/** Depth first: an import of what is still being visited closes a circle. */
function circlesIn(graph: Graph): string[] {
  const circles: string[] = [];
  const visited = new Set<string>();
  function visit(node: string, way: readonly string[]) {
    if (way.includes(node)) circles.push([...way.slice(way.indexOf(node)), node].join(' → '));
    if (visited.has(node)) return;
    visited.add(node);
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
  }
  for (const node of graph.keys()) visit(node, []);
  return circles;
}
