// Cuts a JSON value to what the checks read, because many exchanges are kept.

import { isObject } from '../traffic/observation.ts';

const mostItems = 20;
const mostMembers = 40;
const mostCharacters = 300;
const mostDepth = 5;

export function shorten(json: unknown, mask: (text: string) => string, depth = 0): unknown {
  if (typeof json === 'string') return mask(json).slice(0, mostCharacters);
  if (typeof json !== 'object' || json === null) return json;
  if (depth === mostDepth) return null;
  if (Array.isArray(json)) return json.slice(0, mostItems).map((item) => shorten(item, mask, depth + 1));
  if (!isObject(json)) return null;
  return Object.fromEntries(
    Object.entries(json)
      .slice(0, mostMembers)
      .map(([name, value]) => [mask(name).slice(0, mostCharacters), shorten(value, mask, depth + 1)]),
  );
}
