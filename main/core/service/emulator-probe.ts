// Whether a service at the pilot's own address is an emulator, so that the window can show it. Only a service on this
// computer is probed: an emulator listens nowhere else.
import * as z from 'zod/mini';
import { loadUndici } from '../platform/network/http-network.ts';
import type { Clock } from '../platform/ports.ts';
import { withTimeLimit } from '../platform/waits.ts';
import { parseJson } from '../platform/text/byte-order-mark.ts';

const healthSchema = z.object({ status: z.literal('ok'), version: z.string(), mode: z.enum(['strict', 'extended']) });

const patienceMs = 3_000;
const maxAnswerBytes = 4096;

/** The facts about the service, which all processes on a data folder share. */
type Facts = {
  read(subject: 'service', fact: 'is-emulator'): boolean | null;
  write(subject: 'service', fact: 'is-emulator', value: boolean, now: number): void;
};

export function createEmulatorProbe(deps: { address: string; clock: Clock; facts: Facts; onChange(): void }) {
  const { clock, facts } = deps;
  /** Null until something has answered. */
  let isEmulator: boolean | null = isOnThisComputer(deps.address) ? null : false;
  let probing: AbortController | null = null;

  async function ask(signal: AbortSignal): Promise<boolean | null> {
    try {
      const { statusCode, body } = await (
        await loadUndici()
      ).request(`${deps.address}/_emulator/health`, {
        headers: { accept: 'application/json' },
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const bytes: Buffer[] = [];
      let length = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if ((length += chunk.length) > maxAnswerBytes) return false;
        bytes.push(chunk);
      }
      return statusCode === 200 && healthSchema.safeParse(parseJson(Buffer.concat(bytes).toString('utf8'))).success;
    } catch {
      return null;
    }
  }

  return {
    isEmulator: () => isEmulator ?? facts.read('service', 'is-emulator') ?? false,
    /** Probes the service, unless the result is known already. Never rejects. */
    async ask() {
      if (isEmulator !== null || probing) return;
      probing = new AbortController();
      const answer = await withTimeLimit(clock, patienceMs, probing.signal, ask);
      probing = null;
      isEmulator = answer;
      if (answer === null) return;
      facts.write('service', 'is-emulator', answer, clock.now());
      if (answer) deps.onChange();
    },
    stop: () => probing?.abort(),
  };
}

const isOnThisComputer = (address: string) =>
  URL.canParse(address) && ['127.0.0.1', '[::1]'].includes(new URL(address).hostname);
