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
  const found: Import[] = [];

  function add(node: Node, from: unknown, isType: boolean) {
    const line = source.slice(0, node.start).split('\n').length;
    const specifier = textOf(from) ?? '(made up while it runs)';
    found.push({ specifier, line, isType });
  }

  function visit(value: unknown) {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'ImportDeclaration' || value.type === 'ExportNamedDeclaration') {
      if (value['source']) add(value, value['source'], isTypeOnly(value));
    } else if (value.type === 'ExportAllDeclaration') add(value, value['source'], value['exportKind'] === 'type');
    else if (value.type === 'ImportExpression') add(value, value['source'], false);
    else if (value.type === 'TSImportType') add(value, value['source'], true);
    else if (value.type === 'TSExternalModuleReference') add(value, value['expression'], false);
    else if (
      value.type === 'CallExpression' &&
      isRequire(value['callee']) &&
      !(textOf(argumentOf(value)) ?? '').endsWith('.json')
    )
      add(value, argumentOf(value), false);
    Object.values(value).forEach(visit);
  }

  visit(parsed.program);
  return found;
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : [];
  const kindOf = (specifier: Node) => specifier['importKind'] ?? specifier['exportKind'];
  return specifiers.length > 0 && specifiers.every((specifier) => kindOf(specifier) === 'type');
}

const isRequire = (node: unknown) => isNode(node) && node['name'] === 'require';
const argumentOf = (node: Node): unknown => (node['arguments'] as readonly unknown[])[0];

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
