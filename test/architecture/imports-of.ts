// Every import in a source text, found by a real parser: static, re-exported, dynamic, type-only, and by `require`.
import { parseSync } from 'vite';

export type Import = {
  /** What is imported, as written. */
  readonly specifier: string;
  readonly line: number;
  /** Erased at run time. */
  readonly isType: boolean;
};

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** @param path Only its extension matters: it determines the language. */
export function importsOf(path: string, source: string): Import[] {
  const parsed = parseSync(path, source);
  const [problem] = parsed.errors;
  if (problem) throw new Error(`${path}: ${problem.message}`);
  const found = new Map<number, Import>();

  function add(start: number, specifier: string | null, isType: boolean) {
    const line = source.slice(0, start).split('\n').length;
    if (!found.has(start)) found.set(start, { specifier: specifier ?? '(made up while it runs)', line, isType });
  }
  const { staticImports, staticExports } = parsed.module;
  for (const { start, moduleRequest, entries } of staticImports) add(start, moduleRequest.value, areTypes(entries));
  for (const { start, entries } of staticExports) {
    const from = entries[0]?.moduleRequest;
    if (from) add(start, from.value, areTypes(entries));
  }

  function visit(value: unknown) {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'ImportDeclaration') add(value.start, textOf(value['source']), value['importKind'] === 'type');
    else if (value.type === 'ImportExpression') add(value.start, textOf(value['source']), false);
    else if (value.type === 'TSImportType') add(value.start, textOf(value['source']), true);
    else if (value.type === 'TSExternalModuleReference') add(value.start, textOf(value['expression']), false);
    else if (value.type === 'CallExpression' && isRequire(value['callee'])) {
      const specifier = textOf((value['arguments'] as readonly unknown[])[0]);
      if (!specifier?.endsWith('.json')) add(value.start, specifier, false);
    }
    Object.values(value).forEach(visit);
  }

  // What is not at the top of a file is only in its tree, which takes much longer to read.
  if (/\b(?:import|require)\s*\(|^[ \t]+import\b/m.test(source)) visit(parsed.program);
  return [...found].toSorted(([a], [b]) => a - b).map(([, one]) => one);
}

const areTypes = (entries: readonly { readonly isType: boolean }[]) =>
  entries.length > 0 && entries.every(({ isType }) => isType);

const isRequire = (node: unknown) => isNode(node) && node['name'] === 'require';

/** The text of a literal, or of a template without expressions. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (typeof node['value'] === 'string') return node['value'];
  const quasis = node['quasis'];
  const only: unknown = Array.isArray(quasis) && quasis.length === 1 ? quasis[0] : null;
  if (!isNode(only)) return null;
  const { value } = only;
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
