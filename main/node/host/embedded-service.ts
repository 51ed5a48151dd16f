// The built-in service: the emulator inside this process. Its state is stored in the data folder, so flights are still
// there at the next start.
import { join } from 'node:path';
import type { createEmulator, Emulator, EmulatorOptions } from '../../../emulator/emulator.ts';
import { failed, ok } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { EmbeddedService, Logger } from '../../core/platform/ports.ts';

const sampleFlights = { demo: 180, second: 60 };
const sampleCount = sampleFlights.demo + sampleFlights.second;
const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;

export function createEmbeddedService(deps: {
  dataDir: string;
  log: Logger;
  options?: EmulatorOptions;
}): EmbeddedService {
  let running: Promise<Emulator> | null = null;
  let consoleAddress: string | null = null;

  async function open(create: typeof createEmulator): Promise<Emulator> {
    const emulator = await create({
      // The pilot approved by choosing the demo, so no consent page is shown.
      autoConsent: true,
      stateFile: join(deps.dataDir, 'demo-service.json'),
      // So that a pilot sees points come within 20 seconds of the first report.
      checkDelayMs: 5_000,
      moderationDelayMs: 6_000,
      ...deps.options,
    });
    await emulator.start({ holdsProcess: true });
    consoleAddress = emulator.consoleUrl;
    return emulator;
  }

  return {
    async start() {
      // Loaded only when needed: other services do without its memory.
      const service = await import('../../../emulator/emulator.ts');
      const { EmulatorError } = service;
      try {
        running ??= open(service.createEmulator);
        const emulator = await running;
        const [client] = emulator.clients;
        if (!client) throw new EmulatorError('not-allowed', 'The built-in service has no application to sign in with.');
        const redirectPath = new URL(client.redirect_uris[0] ?? 'http://127.0.0.1/').pathname;
        return ok({
          address: emulator.url,
          clientId: client.client_id,
          clientSecret: client.client_secret,
          redirectPath,
        });
      } catch (error) {
        running = null;
        if (!(error instanceof EmulatorError)) throw error;
        deps.log.warn('the built-in service does not start', { error });
        return failed(failures.embeddedServiceNotStarted(error.message));
      }
    },
    consoleAddress: () => consoleAddress,
    async addSampleFlights() {
      const emulator = await running;
      if (!emulator) return false;
      const { historyOf } = await import('../../../emulator/scenario/history.ts');
      if (emulator.flights.list({ limit: sampleCount }).items.length === sampleCount) return true;
      const beganMs = Date.parse(emulator.clock.read().now) - yearMs;
      // The last day is left to the pilot's own reports.
      const records = Object.entries(sampleFlights).flatMap(([pilot, count]) =>
        historyOf(beganMs, yearMs - dayMs, count, `sample flights of ${pilot}`).map((flight) => ({ ...flight, pilot })),
      );
      emulator.flights.add({ records });
      return true;
    },
    async sampleReports() {
      if (running === null) return [];
      const { samples } = await import('../../../emulator/samples/sample-files.ts');
      return samples.map(({ path, name }) => ({ path, name }));
    },
    async stop() {
      const stopping = running;
      running = null;
      consoleAddress = null;
      await (await stopping?.catch(() => null))?.[Symbol.asyncDispose]();
    },
  };
}
