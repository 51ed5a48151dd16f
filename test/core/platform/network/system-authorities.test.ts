// In separate processes: certificate authorities apply to a whole process. On Linux, SSL_CERT_FILE names the system's.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const certificates = new URL('../../../support/network/test-only-certificates/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, certificates));
const network = new URL('../../../../main/core/platform/network/http-network.ts', import.meta.url).href;
const clock = new URL('../../../../main/core/platform/system-clock.ts', import.meta.url).href;

const program = `
  import { createNetwork } from ${JSON.stringify(network)};
  import { systemClock } from ${JSON.stringify(clock)};
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const network = createNetwork({ clock: systemClock, log });
  const answer = await network.fetch(process.env.ADDRESS).then(({ status }) => status, ({ code }) => code);
  console.log(answer);
  process.exit(0);
`;

test.runIf(process.platform === 'linux')(
  'reaches a service whose certificate only this computer trusts, and no other one',
  async () => {
    const server = createServer({ cert: read('service.pem'), key: read('test-only.key') }, (_request, response) =>
      response.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const noMore = mkdtempSync(join(tmpdir(), 'authorities-'));
    const ask = async (systemAuthorities: string) => {
      const env = {
        ...process.env,
        ADDRESS: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        SSL_CERT_FILE: fileURLToPath(new URL(systemAuthorities, certificates)),
        SSL_CERT_DIR: noMore,
      };
      const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
      return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
    };
    try {
      expect(await ask('authority.pem')).toBe('200');
      expect(await ask('self-signed.pem')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    } finally {
      server.close();
      rmSync(noMore, { recursive: true });
    }
  },
);
