// The form of a control call, from the schema of its body: a new member needs nothing here, and the emulator validates it.
import { useState } from 'react';
import { Button, CopyButton } from './button.tsx';
import type { CallName } from '../client/client.ts';
import { operations } from '../client/operations.ts';
import type { Schema } from '../client/operations.ts';
import { messages } from '../messages/messages.ts';
import { useNames, useStore } from '../store/use-store.ts';
import { LongText } from './detail.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import type { Choice, Draft, FormField, FormProps } from './form.tsx';

const text = messages.api;

type CallFormProps = {
  readonly call: CallName;
  /** The members to fill in, in this order, such as `effect` or `match.path`; all by default. */
  readonly members?: readonly string[];
  /** What is sent with them. */
  readonly fixed?: object;
  /** Instead of the call alone. */
  readonly onSend?: (input: object) => Promise<unknown>;
  /** The notice after it. */
  readonly done?: string;
} & Omit<FormProps, 'fields' | 'onSubmit'>;

export function CallForm({ call, members, fixed, onSend, done, ...form }: CallFormProps) {
  const store = useStore();
  const { applications, pilots } = useNames();
  const known: Readonly<Record<string, readonly Choice[]>> = {
    clientId: applications.map(({ clientId, name }) => [clientId, name]),
    pilot: pilots.map(({ id, name }) => [id, name]),
  };
  const fieldOf = ({ path, schema, isRequired }: Member): FormField => {
    const name = path.at(-1)!;
    const kind = kindOf(schema);
    const words = schema.type === 'boolean' ? ['true', 'false'] : (schema.items ?? schema).enum;
    // A required one is new.
    const choices = (isRequired ? undefined : known[name]) ?? words?.map((one): Choice => [one, one]);
    return {
      name: path.join('.'),
      label: <span translate="no">{name}</span>,
      help: schema.description,
      choices: isRequired || kind === 'list' ? choices : choices && [['', text.optional], ...choices],
      isLong: kind === 'list' || kind === 'map' || Object.keys(schema).length === 0,
      isMono: choices === undefined,
      group: path.slice(0, -1).join('.'),
      input: {
        required: isRequired,
        placeholder: isRequired ? undefined : kind === 'list' || kind === 'map' ? text[kind] : text.optional,
      },
    };
  };
  return (
    <Form
      {...form}
      fields={(draft) => membersOf(call, draft, members).map(fieldOf)}
      onSubmit={async (draft) => {
        const input = { ...fixed, ...inputOf(membersOf(call, draft, members), draft) };
        await (onSend?.(input) ?? store.call(call, input));
        if (done !== undefined) store.notify('done', done);
      }}
    />
  );
}

/** Opens the form of a call. */
export function CallButton({
  title,
  look,
  isWide = false,
  isAnswerShown = false,
  ...form
}: {
  /** Of the button, the dialog and what submits it. */
  readonly title: string;
  readonly look?: 'small' | 'danger';
  readonly isWide?: boolean;
  /** It has what can't be read again. */
  readonly isAnswerShown?: boolean;
} & Omit<CallFormProps, 'submit' | 'onSend'>) {
  const store = useStore();
  const [shown, setShown] = useState<'form' | { readonly answer: string } | null>(null);
  const close = () => setShown(null);
  const send = async (input: object) => {
    const answer = await store.call(form.call, input);
    setShown(isAnswerShown ? { answer: JSON.stringify(answer, null, 2) } : null);
  };
  return (
    <>
      <Button look={look} onClick={() => setShown('form')}>
        {title}
      </Button>
      {shown === null ? null : (
        <Dialog title={title} onClose={close} isWide={isWide}>
          {shown === 'form' ? (
            <CallForm
              {...form}
              submit={title}
              onSend={send}
              actions={<Button onClick={close}>{messages.cancel}</Button>}
            />
          ) : (
            <div className="form">
              <p>{text.once}</p>
              <LongText label={messages.requests.answer.body} text={shown.answer} />
              <div className="actions">
                <CopyButton text={shown.answer} label={text.copyAnswer} />
              </div>
            </div>
          )}
        </Dialog>
      )}
    </>
  );
}

// The members of a body, and what is typed for them.

type Member = { readonly path: readonly string[]; readonly schema: Schema; readonly isRequired: boolean };

/** Those of the first form of the body; in a union, those of the chosen `type`. */
export function membersOf(call: CallName, draft: Draft, names?: readonly string[]): Member[] {
  const { schema } = operations.control.find(({ id }) => id === call)!;
  const { properties = {}, required = [] } = schema.anyOf?.[0] ?? schema;
  const all = Object.entries(properties).flatMap(([name, member]) =>
    leavesOf([name], member, required.includes(name), draft),
  );
  const isOf = (name: string, { path }: Member) => `${path.join('.')}.`.startsWith(`${name}.`);
  return names?.flatMap((name) => all.filter((member) => isOf(name, member))) ?? all;
}

function leavesOf(path: readonly string[], schema: Schema, isRequired: boolean, draft: Draft): Member[] {
  const { oneOf: kinds } = schema;
  const chosen = kinds?.find(({ properties }) => properties?.['type']?.const === draft[[...path, 'type'].join('.')]);
  const { properties, required, description } = chosen ?? kinds?.[0] ?? schema;
  if (properties === undefined) return [{ path, schema, isRequired }];
  const type = { enum: kinds?.map((kind) => kind.properties?.['type']?.const ?? ''), description };
  return Object.entries(properties).flatMap(([name, member]) =>
    leavesOf([...path, name], member.const === undefined ? member : type, required?.includes(name) ?? false, draft),
  );
}

const kindOf = ({ type, additionalProperties }: Schema) =>
  type === 'array' ? 'list' : typeof additionalProperties === 'object' ? 'map' : type === 'string' ? 'text' : 'value';

/** The body with the members that are filled in. */
export function inputOf(members: readonly Member[], draft: Draft): object {
  const input = {};
  for (const { path, schema } of members) {
    const typed = draft[path.join('.')]?.trim();
    if (!typed) continue;
    let holder: Record<string, unknown> = input;
    for (const name of path.slice(0, -1)) holder = (holder[name] ??= {}) as Record<string, unknown>;
    holder[path.at(-1)!] = valueIn(typed, kindOf(schema));
  }
  return input;
}

function valueIn(typed: string, kind: ReturnType<typeof kindOf>): unknown {
  const lines = typed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (kind === 'text') return typed;
  if (kind === 'list') return lines;
  if (kind === 'map') {
    const pairs = lines.map((line) => line.split(/:(.*)/));
    return Object.fromEntries(pairs.map(([name, value = '']) => [name, value.trim()]));
  }
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
