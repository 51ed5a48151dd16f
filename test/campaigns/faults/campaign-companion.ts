// The companion of the fault campaign: complete, but with in-memory secrets and settings that survive a restart.
import { join } from 'node:path';
import { createCompanion } from '../../../main/core/app/companion.ts';
import { createMemoryStore } from '../../../main/node/secrets/memory-store.ts';
import { ok } from '../../../main/contract/failure.ts';
import { memorySettings } from '../../support/flight-deck.ts';
import { noEmbeddedService } from '../../support/no-embedded-service.ts';
import type { LeapingClock } from './leaping-clock.ts';

/** Returns a function that starts the companion; each call is a process with the same data. */
export function companionOfCampaign(deps: {
  readonly clock: LeapingClock;
  readonly folder: string;
  readonly address: string;
  readonly violations: Set<string>;
}) {
  const { clock, folder, address, violations } = deps;
  const secrets = createMemoryStore();
  const settings = memorySettings();
  return async () => {
    const opened = await createCompanion({
      ports: {
        clock,
        log: {
          debug() {},
          info() {},
          warn() {},
          error: (text, fields) =>
            violations.add(`logged as a bug: ${text} ${JSON.stringify(fields ?? {}).slice(0, 600)}`),
        },
        secrets,
        settings,
        browser: {
          async open(page) {
            const response = await fetch(page).catch(() => null);
            await response?.text().catch(() => {});
            return ok(null);
          },
        },
        system: { onResume: () => () => {}, onNetworkHint: () => () => {} },
        desktop: {},
        embeddedService: noEmbeddedService,
      },
      dataDir: join(folder, 'data'),
      host: { kind: 'browser', version: '0.0.0-campaign' },
      profile: { kind: 'emulator', address },
    });
    if (!opened.ok) throw new Error(opened.failure.message.id);
    return opened.value;
  };
}
