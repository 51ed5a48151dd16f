// An error is logged as it is, so that redact.ts decides what is written of it: its message may quote the peer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../../../main', import.meta.url));

test('no log line is given the message or the stack of an error', () => {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  const lines = files.flatMap((name) =>
    [...readFileSync(join(main, name), 'utf8').matchAll(/\blog\.(?:debug|info|warn|error)\([^;]*?\);/g)]
      .map(([call]) => `${name}: ${call}`)
      .filter((call) => /String\(error\)|\b(?:error|bug|cause)\.(?:message|stack)\b/.test(call)),
  );
  expect(lines).toEqual([]);
});
