// What Electron's type definitions say of a class or module: its events, and on which systems a member exists. Read as
// text, because types can't be asked for the overloads of `on`, nor for `@platform`.
import { readFileSync } from 'node:fs';

const path = new URL('../../../../node_modules/electron/electron.d.ts', import.meta.url);

export type Definition = {
  /** By name, with the systems that they are limited to; empty for all. Inherited ones too. */
  readonly events: ReadonlyMap<string, readonly string[]>;
  readonly members: ReadonlyMap<string, readonly string[]>;
};

let text: string | undefined;
const known = new Map<string, Definition>();

/** Throws if Electron has no such class or interface. */
export function definitionOf(name: string): Definition {
  const definition = known.get(name) ?? read(name);
  known.set(name, definition);
  return definition;
}

function read(name: string): Definition {
  text ??= readFileSync(path, 'utf8');
  const begin = new RegExp(String.raw`^  (?:class|interface) ${name}(?: extends ([\w.]+))? \{$`, 'm').exec(text);
  if (begin === null) throw new Error(`Electron has no ${name}`);
  const body = text.slice(begin.index, text.indexOf('\n  }\n', begin.index));
  const parent = begin[1] ?? '';
  const inherited = parent.endsWith('Emitter') || parent === '' ? null : definitionOf(parent);
  const events = new Map(inherited?.events);
  const members = new Map(inherited?.members);
  // A member at the depth of the class, with the comment before it.
  const declaration = /^ {4}(?:\/\*\*([^]*?)\*\/\s+)?(?:static |readonly )*(\w+)\??[(:](?:event: '([\w-]+)')?/gm;
  for (const [, comment = '', member = '', event] of body.matchAll(declaration)) {
    const platforms = /@platform ([\w,]+)/.exec(comment)?.[1]?.split(',') ?? [];
    if (event === undefined) members.set(member, platforms);
    else if (member === 'on') events.set(event, platforms);
  }
  return { events, members };
}
