// The bridge to the process: the one from the desktop's preload, otherwise HTTP. Every result and event is parsed with
// the schemas of the contract.
import { download } from '../copy-and-save.ts';
import * as z from 'zod/mini';
import { type Bridge, imageBytesSchema } from '../../main/contract/bridge.ts';
import { commandOutputs, intakeAnswerSchema } from '../../main/contract/command-outputs.ts';
import type { CommandName, CommandOutput } from '../../main/contract/commands.ts';
import { eventSchema } from '../../main/contract/events.ts';
import { failed, type Failure, failureSchema, ok, type Result } from '../../main/contract/failure.ts';
import { message } from '../../main/messages/message.ts';
import { type Link, steadyLink } from './event-stream.ts';
import { createHttpBridge } from './http.ts';
import { createWindowSession, type Fetch, takeKeyOfAddress } from './window-session.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface Window {
    /** Set by the desktop's preload. */
    readonly pilotCompanion?: Bridge;
  }
}

export function findBridge(): { bridge: Bridge; link: Link } {
  if (window.pilotCompanion) return { bridge: parseBridge(window.pilotCompanion), link: steadyLink };
  const fetch: Fetch = (address, init) => window.fetch(address, { ...init, credentials: 'omit', redirect: 'error' });
  const session = createWindowSession({
    fetch,
    takeKey: () => takeKeyOfAddress(location, history),
    storage: sessionStorage,
    crypto,
  });
  // A new address entered in an old page changes only the fragment, which doesn't reload the page.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) location.reload();
  });
  const { bridge, link } = createHttpBridge({
    fetch,
    session,
    save: download,
    tab: {
      isHidden: () => document.hidden,
      onChange(listener) {
        document.addEventListener('visibilitychange', listener);
        return () => document.removeEventListener('visibilitychange', listener);
      },
    },
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  });
  return { bridge: parseBridge(bridge), link };
}

const refusalSchema = z.object({ ok: z.literal(false), failure: failureSchema });
const answerSchema = z.object({ ok: z.literal(true), value: z.unknown() });

const notUnderstood = (): Failure => ({ kind: 'answer-not-understood', message: message('window.link.notUnderstood') });

/** Returns a result with its value parsed by `schema`. */
function parseResult<T>(schema: z.ZodMiniType<T>, arrived: unknown): Result<T> {
  const refusal = refusalSchema.safeParse(arrived);
  if (refusal.success) return failed(refusal.data.failure);
  const answer = answerSchema.safeParse(arrived);
  const value = answer.success ? schema.safeParse(answer.data.value) : null;
  return value?.success ? ok(value.data) : failed(notUnderstood());
}

/** Parses every result and event of a bridge with the schemas of the contract. */
export function parseBridge(bridge: Bridge): Bridge {
  return {
    async call(name, input) {
      const schema = commandOutputs[name] as unknown as z.ZodMiniType<CommandOutput<CommandName>>;
      return parseResult(schema, await bridge.call(name, input)) as Result<CommandOutput<typeof name>>;
    },
    async addFiles(files, pilot) {
      return parseResult(z.array(intakeAnswerSchema), await bridge.addFiles(files, pilot));
    },
    folderPath: (folder) => bridge.folderPath(folder),
    subscribe: (listener) =>
      bridge.subscribe((arrived) => {
        const event = eventSchema.safeParse(arrived);
        if (event.success) listener(event.data);
      }),
    async exportLogbook(input) {
      return parseResult(commandOutputs['logbook.export'], await bridge.exportLogbook(input));
    },
    async image(stripId) {
      return parseResult(imageBytesSchema, await bridge.image(stripId));
    },
  };
}
