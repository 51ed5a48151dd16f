// Circles of imports between files or folders, found as strongly connected components (Tarjan). Types count as values
// do.
import { posix } from 'node:path';
import type { Import } from './imports-of.ts';
import { targetOf } from './import-rules.ts';

type ImportingFile = { readonly path: string; readonly imports: readonly Import[] };

/** One message for each circle of files. */
export function importCircles(files: readonly ImportingFile[]): string[] {
  const graph = graphOf(files, (path) => path);
  return connectedParts(graph).map(
    (part) =>
      `${pathAround(part, graph).join(' → ')} is a circle of imports. Move what they share to a file that imports none of ` +
      'them, or hand it in.',
  );
}

/** One message for each circle of folders. A file at the top of a layer counts as its own folder. */
export function folderCircles(files: readonly ImportingFile[]): string[] {
  const graph = graphOf(files, folderOf);
  return connectedParts(graph).map(
    (part) =>
      `${pathAround(part, graph).join(' → ')} is a circle of imports between folders. Move the imported file to the ` +
      'folder that uses it, or to one that imports none of them.',
  );
}

const folderOf = (path: string): string => (posix.dirname(path).includes('/') ? posix.dirname(path) : path);

/** The import graph, between the results of `nodeOf` for the paths. */
function graphOf(files: readonly ImportingFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const node = nodeOf(path);
    const targets = imports.map(({ specifier }) => nodeOf(targetOf(path, specifier))).filter((to) => to !== node);
    graph.set(node, [...(graph.get(node) ?? []), ...targets]);
  }
  return graph;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Components of at least two files that all reach one another. */
function connectedParts(graph: Graph): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const parts: string[][] = [];

  function visit(path: string): number {
    const number = numbers.size;
    numbers.set(path, number);
    open.push(path);
    let low = number;
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (!numbers.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, numbers.get(next)!);
    }
    lowest.set(path, low);
    if (low === number) {
      const part = open.splice(open.indexOf(path));
      if (part.length > 1) parts.push(part);
    }
    return low;
  }

  for (const path of graph.keys()) if (!numbers.has(path)) visit(path);
  return parts;
}

/** The shortest cycle through a component. */
function pathAround(part: readonly string[], graph: Graph): string[] {
  const start = part.toSorted()[0]!;
  const from = new Map<string, string>();
  const waiting = [start];
  for (const path of waiting) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = path; at !== start; at = from.get(at)!) way.unshift(at);
        return [start, ...way];
      }
      if (!part.includes(next) || from.has(next)) continue;
      from.set(next, path);
      waiting.push(next);
    }
  }
  return [...part];
}
