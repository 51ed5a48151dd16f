// The program's version, as package.json has it.
import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export const version = document.version;
