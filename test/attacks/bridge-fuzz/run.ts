// Sends random calls to a whole companion through the desktop's bridge, in any order and concurrently, and checks the
// process: every call is answered as the contract defines, no bug is logged, no other sender is accepted, no prototype
// is changed, and the state stays readable.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commandOutputs, intakeAnswerSchema } from '../../../main/contract/command-outputs.ts';
import type { CommandName } from '../../../main/contract/commands.ts';
import { failureSchema } from '../../../main/contract/failure.ts';
import { imageBytesSchema } from '../../../main/contract/bridge.ts';
import { serveWindow, createReceivedFiles } from '../../../main/electron/ipc.ts';
import { channels } from '../../../main/electron/preload/channels.ts';
import { createChance } from '../../support/chance.ts';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';
import { drawCall, type FuzzCall, type Sender } from './draw-call.ts';

export type Finding = { readonly number: number; readonly call: FuzzCall; readonly message: string };
export type Tally = {
  readonly answered: Map<string, number>;
  readonly findings: Finding[];
  readonly growthBytes: number;
};

type Handler = (event: unknown, ...values: unknown[]) => Promise<unknown>;

const atOnce = 16;
const mostFindings = 20;
/** A wait for the service or the pilot ends within this virtual time. */
const longestMs = 20 * 60_000;

const page = { id: 1, isDestroyed: () => false, send() {}, reload() {} };
const mainFrame = { parent: null, origin: 'app://pilot-companion' };
const events: Readonly<Record<Sender, unknown>> = {
  window: { sender: page, senderFrame: mainFrame },
  frame: { sender: page, senderFrame: { ...mainFrame, parent: mainFrame } },
  elsewhere: { sender: page, senderFrame: { parent: null, origin: 'https://evil.example' } },
  gone: { sender: page, senderFrame: null },
};

export async function fuzzBridge({ seed, count }: { seed: number; count: number }): Promise<Tally> {
  await using deck = await openFlightDeck();
  const folder = join(deck.dataDir, '..', 'fuzzed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.png'), pngOf('a report of the fuzz'));
  symlinkSync('/etc/hostname', join(folder, 'link.png'));
  await deck.drop(deck.image(), deck.image());
  const handlers = new Map<string, Handler>();
  const undo = serveWindow({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
    companion: Promise.resolve(deck.companion()),
    contents: () => page as never,
    receivedFiles: createReceivedFiles(join(deck.dataDir, 'received')),
    log: {
      debug() {},
      info() {},
      warn() {},
      error: (message, fields) => void mishaps.push(`${message} ${String(fields?.['bug'])}`),
    },
  });
  const mishaps: string[] = [];
  const answered = new Map<string, number>();
  const findings: Finding[] = [];
  const untouched = Object.getOwnPropertyNames(Object.prototype).length;
  const begunBytes = process.memoryUsage().rss;

  async function send(number: number): Promise<void> {
    const call = drawCall(createChance(`${seed}/${number}`), folder);
    // As between processes: a copy without the page's prototypes.
    const values = structuredClone(call.values);
    const found = (message: string) => {
      if (findings.length < mostFindings) findings.push({ number, call, message });
    };
    try {
      const answer = await handlers.get(call.channel)!(events[call.sender], ...values);
      const kind = kindOf(call, answer);
      answered.set(kind, (answered.get(kind) ?? 0) + 1);
      if (kind.startsWith('wrong:')) found(kind);
      if (call.sender !== 'window' && kind !== 'not-permitted')
        found(`a call from ${call.sender} was answered: ${kind}`);
      structuredClone(answer);
    } catch (bug) {
      found(`rejected: ${String(bug)}`);
    }
  }

  for (let number = 0; number < count && findings.length < mostFindings; number += atOnce) {
    let pending = 0;
    const batch = Array.from({ length: Math.min(atOnce, count - number) }, (_, at) => {
      pending += 1;
      return send(number + at).finally(() => (pending -= 1));
    });
    await deck.until(() => pending === 0, longestMs);
    await Promise.all(batch);
  }

  const state = commandOutputs['app.state'].safeParse(await deck.state());
  const wellness = [
    state.success || `the state is none any more: ${state.error.message}`,
    Object.getOwnPropertyNames(Object.prototype).length === untouched || 'a prototype was changed',
    !('polluted' in {}) || 'a prototype was polluted',
    mishaps.length === 0 || `logged as a bug: ${mishaps[0]}`,
  ].filter((one) => one !== true);
  for (const message of wellness)
    findings.push({ number: -1, call: { sender: 'window', channel: '', values: [] }, message });
  undo();
  return { answered, findings, growthBytes: process.memoryUsage().rss - begunBytes };
}

const refusal = z.object({ ok: z.literal(false), failure: failureSchema }).strict();
const success = z.object({ ok: z.literal(true), value: z.unknown() });

/** 'ok', the kind of the failure, or what is wrong with the answer. */
function kindOf({ channel, values: [name] }: FuzzCall, answer: unknown): string {
  const refused = refusal.safeParse(answer);
  if (refused.success)
    return refused.data.failure.kind === 'unexpected' ? 'wrong: a bug answered' : refused.data.failure.kind;
  const good = success.safeParse(answer);
  if (!good.success) return `wrong: no result: ${JSON.stringify(answer)?.slice(0, 200)}`;
  const parsed = z.safeParse(schemaOf(channel, name), good.data.value);
  return parsed.success
    ? 'ok'
    : `wrong: an answer to ${String(name)} that the contract does not know: ${parsed.error.message}`;
}

function schemaOf(channel: string, name: unknown): z.core.$ZodType {
  if (channel === channels.image) return imageBytesSchema;
  if (channel === channels.heard || channel === channels.begun) return z.null();
  if (channel !== channels.call) return z.array(intakeAnswerSchema);
  return commandOutputs[name as CommandName];
}
