// The form for any fault: effect, match, frequency. The effects and their members are those of the description of the call,
// and the emulator validates them, so a new effect needs nothing here.
import { operations } from '../client/operations.ts';
import type { Schema } from '../client/operations.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form } from '../elements/form.tsx';
import type { Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, useStore } from '../store/use-store.ts';
import type { NewFault } from './fault-labels.ts';

const text = messages.faults.form;
const any = ['', text.any] as const;

const { schema } = operations.control.find(({ id }) => id === 'faults.add')!;
type Member = readonly [name: string, schema: Schema, isRequired: boolean];

/** The members of each effect, without its type. */
const effects = new Map(
  (schema.properties?.['effect']?.oneOf ?? []).map(({ properties: { type, ...members } = {}, required = [] }) => [
    type?.const ?? '',
    Object.entries(members).map(([name, member]): Member => [name, member, required.includes(name)]),
  ]),
);

/** What the form begins with; a member of an effect has its type in front of it, because others may have the same name. */
export const freshDraft: Draft = {
  kind: 'status',
  'status.status': '503',
  'status.body': '{"detail":"service_unavailable"}',
  'done-then.status': '503',
  'done-then.body': '{"detail":"service_unavailable"}',
  'latency.ms': '3s',
  'cut.afterBytes': '20B',
  'throttle.bytesPerSecond': '50B',
  skip: '0',
  times: '1',
  probability: '1',
};

const matchNames = ['method', 'path', 'grantType', 'clientId', 'pilot'];

export function faultOf(draft: Draft): NewFault {
  const given = (names: readonly string[], valueOf: (name: string) => unknown) =>
    Object.fromEntries(
      names.filter((name) => draft[name]?.trim()).map((name) => [name.split('.').at(-1), valueOf(name)]),
    );
  const { kind = '', times } = draft;
  const members = effects.get(kind) ?? [];
  const headers = members.filter(([, { type }]) => type === 'object').map(([name]) => `${kind}.${name}`);
  const effect = given(
    members.map(([name]) => `${kind}.${name}`),
    (name) => (headers.includes(name) ? headersIn(draft[name]!) : jsonOrText(draft[name]!)),
  );
  return {
    match: given(matchNames, (name) => draft[name]),
    ...given(['skip', 'probability'], (name) => jsonOrText(draft[name]!)),
    times: times?.trim() ? jsonOrText(times) : null,
    effect: { type: kind, ...effect },
    // The emulator says what is wrong with it.
  } as NewFault;
}

function jsonOrText(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed.trim();
  }
}

/** One `name: value` per line. */
const headersIn = (typed: string) =>
  Object.fromEntries(
    typed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => [line.split(':', 1)[0]!.trim().toLowerCase(), line.split(':').slice(1).join(':').trim()]),
  );

const labelOf = (name: string): string => (text.members as Draft)[name] ?? name;

const memberField = (kind: string, [name, member, isRequired]: Member): FormField => ({
  group: text.does,
  name: `${kind}.${name}`,
  label: isRequired ? labelOf(name) : messages.api.optional(labelOf(name)),
  choices: member.enum?.map((one) => [one, (text.choices as Draft)[one] ?? one]),
  isLong: member.type === 'object' || name === 'body',
  isMono: true,
});

export function FaultForm({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const { applications, pilots } = useNames();
  const { labels } = text;
  const [to, howOften] = [{ group: text.to }, { group: text.howOften }];
  const fields = ({ kind = '' }: Draft): FormField[] => [
    {
      group: text.does,
      name: 'kind',
      label: labels.kind,
      choices: [...effects.keys()].map((one) => [one, (text.kinds as Draft)[one] ?? one]),
    },
    ...(effects.get(kind) ?? []).map((member) => memberField(kind, member)),
    { ...to, name: 'method', label: labels.method, isMono: true, input: { placeholder: text.any } },
    { ...to, name: 'path', label: labels.path, help: text.pathHelp, isMono: true, input: { placeholder: text.any } },
    {
      ...to,
      name: 'grantType',
      label: labels.grantType,
      choices: [any, ...['authorization_code', 'refresh_token'].map((one) => [one, one] as const)],
    },
    {
      ...to,
      name: 'clientId',
      label: labels.clientId,
      choices: [any, ...applications.map(({ clientId, name }) => [clientId, name] as const)],
    },
    { ...to, name: 'pilot', label: labels.pilot, choices: [any, ...pilots.map(({ id, name }) => [id, name] as const)] },
    { ...howOften, name: 'skip', label: labels.skip, help: text.skipHelp, input: { inputMode: 'numeric' } },
    { ...howOften, name: 'times', label: labels.times, help: text.timesHelp, input: { inputMode: 'numeric' } },
    {
      ...howOften,
      name: 'probability',
      label: labels.probability,
      help: text.probabilityHelp,
      input: { inputMode: 'decimal' },
    },
  ];
  return (
    <Dialog title={text.title} onClose={onClose} isWide>
      <Form
        fields={fields}
        first={freshDraft}
        submit={text.add}
        onCancel={onClose}
        onSubmit={async (draft) => {
          await store.call('faults.add', faultOf(draft));
          onClose();
        }}
      />
    </Dialog>
  );
}
