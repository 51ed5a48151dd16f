// Parses a test file and returns the titles of its tests verbatim, including placeholders such as `%s`.

import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

type TestTitle = {
  title: string;
  /** The suites around it, outermost first. */
  within: readonly string[];
  /** Whether the test or a suite around it may be skipped. */
  maySkip: boolean;
};

type Node = { readonly type: string; readonly [key: string]: unknown };

const makers = new Set(['it', 'test', 'describe']);
const skipping = new Set(['skip', 'skipIf', 'runIf', 'todo']);

export function testTitles(path: string): TestTitle[] {
  const parsed = parseSync(path, readFileSync(path, 'utf8'));
  const [problem] = parsed.errors;
  if (problem) throw new Error(`${path}: ${problem.message}`);
  const found: TestTitle[] = [];

  function visit(value: unknown, within: readonly string[], maySkip: boolean): void {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, within, maySkip));
    if (!isNode(value)) return;
    const made = value.type === 'CallExpression' ? madeBy(value) : null;
    if (made !== null) {
      const skips = maySkip || made.maySkip;
      found.push({ title: made.title, within, maySkip: skips });
      return visit(value['arguments'], [...within, made.title], skips);
    }
    for (const child of Object.values(value)) visit(child, within, maySkip);
  }

  visit(parsed.program, [], false);
  return found;
}

/** Reads `it('title', …)`, `it.each(rows)('title', …)`, `describe.skipIf(…)('title', …)`; null for any other call. */
function madeBy(call: Node): { title: string; maySkip: boolean } | null {
  const names: string[] = [];
  let callee: unknown = call['callee'];
  while (isNode(callee)) {
    if (callee.type === 'CallExpression') callee = callee['callee'];
    else if (callee.type === 'MemberExpression') {
      names.push(nameOf(callee['property']));
      callee = callee['object'];
    } else break;
  }
  if (!isNode(callee) || !makers.has(nameOf(callee))) return null;
  const [first] = call['arguments'] as unknown[];
  const title = textOf(first);
  return title === null ? null : { title, maySkip: names.some((name) => skipping.has(name)) };
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '');

function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
