// `pilot-companion demo`: saves sample screenshots in a watched folder, uploads them to the built-in service, and follows
// them until they are completed.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { samples } from '../../../../emulator/samples/sample-files.ts';
import { message } from '../../../messages/message.ts';
import { neverOpens } from '../../system/open-browser.ts';
import { call, stateOf, until } from '../terminal/call.ts';
import { exitCodes } from '../terminal/output.ts';
import type { Given } from './command.ts';
import { printChanges } from './watch-command.ts';
import { createEmbeddedService } from '../../host/embedded-service.ts';
import { openCompanion } from '../../host/open-companion.ts';

const samplesShown = 3;
const limitMs = 120_000;
/** Shorter than the defaults, so that the demo takes a minute. The minimum wait between uploads is the real one. */
const quickChecks = { checkDelayMs: 4_000, moderationShare: 0.5, moderationDelayMs: 6_000 };

export async function demo({ out, stop }: Given): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-demo-'));
  const screenshots = join(folder, 'screenshots');
  mkdirSync(screenshots);
  try {
    out.print(message('cli.demo.starting'));
    const opened = await openCompanion({
      dataDir: join(folder, 'data'),
      profile: { kind: 'demo' },
      // The demo's tokens end with it, so they do not belong in the keychain.
      secretsInMemory: true,
      browser: () => neverOpens,
      embeddedService: (deps) => createEmbeddedService({ ...deps, options: quickChecks }),
    });
    if (!opened.ok) {
      out.failure(opened.failure);
      return exitCodes.failed;
    }
    const { companion, close } = opened.value;
    try {
      const { account } = await stateOf(companion);
      out.print(
        account.status === 'signed-in'
          ? message('cli.signIn.signedIn', { name: account.name })
          : message('cli.notSignedIn'),
      );
      printChanges(companion, out);
      const added = await call(companion, 'folders.add', { path: screenshots, existing: false });
      if (!added.ok) {
        out.failure(added.failure);
        return exitCodes.failed;
      }
      out.print(message('cli.demo.watching', { folder: screenshots, count: samplesShown }));
      for (const sample of samples.slice(0, samplesShown))
        copyFileSync(sample.path, join(screenshots, basename(sample.path)));

      const settled = await until(
        companion,
        async () => {
          const { bays } = await stateOf(companion);
          return bays.completed >= samplesShown ? bays.completed : null;
        },
        AbortSignal.any([stop, AbortSignal.timeout(limitMs)]),
      );
      out.clear();
      if (settled === null) {
        out.warn(message(stop.aborted ? 'cli.demo.cancelled' : 'cli.demo.timedOut'));
        return exitCodes.failed;
      }
      out.print(message('cli.demo.done', { count: settled }));
      return exitCodes.done;
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
