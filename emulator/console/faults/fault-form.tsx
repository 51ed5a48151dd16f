// The form for any fault: effect, match, frequency.
import { Dialog } from '../elements/dialog.tsx';
import { Form } from '../elements/form.tsx';
import type { Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, useStore } from '../store/use-store.ts';
import { effectKinds, freshDraft, readDraft, usualAmounts } from './fault-draft.ts';
import type { EffectKind, FaultDraft } from './fault-draft.ts';

const text = messages.faults.form;
const any = ['', text.any] as const;

export function FaultForm({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const { applications, pilots } = useNames();
  const fields = (draft: Draft): FormField[] => {
    const kind = draft['kind'] as EffectKind;
    const isAnswer = kind === 'status' || kind === 'done-then';
    const [does, to, howOften] = [{ group: text.does }, { group: text.to }, { group: text.howOften }];
    return [
      { ...does, name: 'kind', label: text.labels.kind, choices: effectKinds.map((one) => [one, text.kinds[one]]) },
      ...(usualAmounts[kind] === undefined
        ? []
        : [{ ...does, name: 'amount', label: text.amounts[kind], isMono: true }]),
      ...(isAnswer
        ? [
            { ...does, name: 'status', label: text.labels.status, input: { inputMode: 'numeric' as const } },
            { ...does, name: 'body', label: text.labels.body, isLong: true, isMono: true },
            { ...does, name: 'headers', label: text.labels.headers, isLong: true, isMono: true },
          ]
        : []),
      { ...to, name: 'method', label: text.labels.method, isMono: true, input: { placeholder: text.any } },
      {
        ...to,
        name: 'path',
        label: text.labels.path,
        help: text.pathHelp,
        isMono: true,
        input: { placeholder: text.any },
      },
      {
        ...to,
        name: 'grantType',
        label: text.labels.grantType,
        choices: [any, ...['authorization_code', 'refresh_token'].map((one) => [one, one] as const)],
      },
      {
        ...to,
        name: 'clientId',
        label: text.labels.clientId,
        choices: [any, ...applications.map(({ clientId, name }) => [clientId, name] as const)],
      },
      {
        ...to,
        name: 'pilot',
        label: text.labels.pilot,
        choices: [any, ...pilots.map(({ id, name }) => [id, name] as const)],
      },
      { ...howOften, name: 'skip', label: text.labels.skip, help: text.skipHelp, input: { inputMode: 'numeric' } },
      { ...howOften, name: 'times', label: text.labels.times, help: text.timesHelp, input: { inputMode: 'numeric' } },
      {
        ...howOften,
        name: 'probability',
        label: text.labels.probability,
        help: text.probabilityHelp,
        input: { inputMode: 'decimal' },
      },
    ];
  };
  return (
    <Dialog title={text.title} onClose={onClose} isWide>
      <Form
        fields={fields}
        first={freshDraft}
        revise={(changed, draft) =>
          changed === 'kind' ? { ...draft, amount: usualAmounts[draft['kind'] as EffectKind] ?? '' } : draft
        }
        submit={text.add}
        onCancel={onClose}
        onSubmit={async (draft) => {
          const reading = readDraft(draft as FaultDraft);
          if ('wrong' in reading) return reading.wrong;
          if ((await store.act('faults.add', reading.fault)) !== null) onClose();
          return undefined;
        }}
      />
    </Dialog>
  );
}
