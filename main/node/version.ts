// The version in package.json.
import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export const version = document.version;
