// The files under docs/ that are made, wholly or in parts, from the tables of the code.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fillGuide, guideParts } from './guide-parts.ts';
import { describeControl } from './openapi-control.ts';
import { describeService } from './openapi.ts';
import type { JsonObject } from './schemas.ts';

export interface MadeDocument {
  /** Absolute. */
  path: string;
  text: string;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
/** As the project's formatter writes it: short lists of words stand in one line. */
function asText(value: JsonObject): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /^(.*)\[\n\s+((?:"[^"[\]]*"|\{\})(?:,\n\s+"[^"[\]]*")*)\n\s+\](,?)$/gm,
    (spread: string, before: string, items: string, after: string) => {
      const line = `${before}[${items.replaceAll(/,\n\s+/g, ', ')}]${after}`;
      return line.length <= mostColumns ? line : spread;
    },
  );
  return `${text}\n`;
}

const mostColumns = 120;

/** Each as it should be now. */
export async function madeDocuments(): Promise<MadeDocument[]> {
  const guide = pathOf('emulator.md');
  return [
    { path: guide, text: fillGuide(readFileSync(guide, 'utf8'), await guideParts()) },
    { path: pathOf('openapi-strict.json'), text: asText(describeService('strict')) },
    { path: pathOf('openapi-extended.json'), text: asText(describeService('extended')) },
    { path: pathOf('openapi-control.json'), text: asText(describeControl()) },
  ];
}
