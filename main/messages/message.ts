// A message is an id of the catalogue (en/*.json) and its parameters. Programs pass messages on and store them; only
// the edge (window, command line, result page, notification) turns them into text, with formatter.ts.
import * as z from 'zod/mini';
import type { MessageParams, Part } from './message-params.ts';

export type MessageId = keyof MessageParams;

/** One message, or one of those with the ids `Id`. An interface, so that types that hold one stay short. */
export type Message<Id extends MessageId = MessageId> = {
  readonly id: Id;
  readonly params: MessageParams[Id];
};

type Params<Id extends MessageId> =
  MessageParams[Id] extends Readonly<Record<string, never>> ? [] : [params: MessageParams[Id]];

/** Returns a message. An unknown id or a missing parameter does not compile. */
export const message = <Id extends MessageId>(id: Id, ...[params]: Params<Id>): Message<Id> =>
  ({ id, params: params ?? {} }) as Message<Id>;

const partSchema: z.ZodMiniType<Part> = z.union([z.string(), z.number(), z.lazy(() => messageSchema)]);

/** What crosses a process or comes from a disk. The id is not checked: a newer version may have written it. */
export const messageSchema = z.object({
  id: z.string(),
  params: z.record(z.string(), z.union([partSchema, z.array(partSchema), z.boolean(), z.null()])),
}) as unknown as z.ZodMiniType<Message>;

/** A name as it was given, or a message where it is one of ours, such as that of the built-in service. */
export type Name = string | Message;
export const nameSchema = z.union([z.string(), messageSchema]);

/** Text as it is: of the service or of the system. */
export const verbatim = (text: string): Message => message('shared.verbatim', { text });

/** Reads a stored message; what is none is empty. */
export const storedMessage = (value: unknown): Message => {
  const read = messageSchema.safeParse(value);
  return read.success ? read.data : verbatim('');
};

/** Returns whether two messages are the same. */
export const isSameMessage = (a: Message, b: Message): boolean =>
  a.id === b.id && JSON.stringify(a.params) === JSON.stringify(b.params);

/** Tells whether it is the message with this id, and so which parameters it has. */
export const hasId = <Id extends MessageId>(message: Message, id: Id): message is Message<Id> => message.id === id;
