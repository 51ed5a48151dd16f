// The form for any fault: effect, match, frequency.
import { useId, useState } from 'react';
import type { ChangeEvent } from 'react';
import { Choice, Field } from '../elements/field.tsx';
import { useNames } from '../elements/names.tsx';
import { Sheet } from '../elements/sheet.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { effectKinds, freshDraft, readDraft, usualAmounts } from './fault-draft.ts';
import type { EffectKind, FaultDraft } from './fault-draft.ts';

export function FaultForm({ onClose }: { readonly onClose: () => void }) {
  const store = useConsole();
  const { applications, pilots } = useNames();
  const [draft, setDraft] = useState(freshDraft);
  const [wrong, setWrong] = useState<Partial<Record<keyof FaultDraft, string>>>({});
  const text = messages.faults.form;
  const field = (name: keyof FaultDraft) => ({
    label: text.labels[name],
    value: draft[name],
    wrong: wrong[name] ?? null,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      setDraft((before) => ({ ...before, [name]: event.target.value })),
  });
  const submit = async () => {
    const reading = readDraft(draft);
    if ('wrong' in reading) return setWrong(reading.wrong);
    const added = await store.act(() => store.calls.faults.add(reading.fault));
    store.parts.faults.refresh();
    if (added !== null) onClose();
  };

  return (
    <Sheet title={text.title} onClose={onClose} isWide>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset>
          <legend>{text.does}</legend>
          <div className="form-grid">
            <Choice
              {...field('kind')}
              onChange={(event) => {
                const kind = event.target.value as EffectKind;
                setDraft((before) => ({ ...before, kind, amount: usualAmounts[kind] ?? '' }));
              }}
            >
              {effectKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {text.kinds[kind]}
                </option>
              ))}
            </Choice>
            {usualAmounts[draft.kind] === undefined ? null : (
              <Field {...field('amount')} label={text.amounts[draft.kind] ?? ''} className="mono" />
            )}
            {draft.kind === 'status' || draft.kind === 'done-then' ? <StatusFields field={field} /> : null}
          </div>
        </fieldset>
        <fieldset>
          <legend>{text.to}</legend>
          <div className="form-grid">
            <Field {...field('method')} className="mono" placeholder={text.any} />
            <Field {...field('path')} className="mono" placeholder={text.any} help={text.pathHelp} />
            <Choice {...field('grantType')}>
              <option value="">{text.any}</option>
              <option value="authorization_code">authorization_code</option>
              <option value="refresh_token">refresh_token</option>
            </Choice>
            <Choice {...field('clientId')}>
              <option value="">{text.any}</option>
              {applications.map(({ clientId, name }) => (
                <option key={clientId} value={clientId}>
                  {name}
                </option>
              ))}
            </Choice>
            <Choice {...field('pilot')}>
              <option value="">{text.any}</option>
              {pilots.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          </div>
        </fieldset>
        <fieldset>
          <legend>{text.howOften}</legend>
          <div className="form-grid">
            <Field {...field('skip')} inputMode="numeric" help={text.skipHelp} />
            <Field {...field('times')} inputMode="numeric" help={text.timesHelp} />
            <Field {...field('probability')} inputMode="decimal" help={text.probabilityHelp} />
          </div>
        </fieldset>
        <div className="actions">
          <button type="submit" className="button main-button">
            {text.add}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {messages.cancel}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

// The fields of a custom response.
type FieldFacts = {
  label: string;
  value: string;
  wrong: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
};

export function StatusFields({ field }: { readonly field: (name: keyof FaultDraft) => FieldFacts }) {
  return (
    <>
      <Field {...field('status')} inputMode="numeric" />
      <LongField {...field('body')} />
      <LongField {...field('headers')} />
    </>
  );
}

function LongField({ label, value, wrong, onChange }: FieldFacts) {
  const id = useId();
  return (
    <div className="field whole-line">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className="mono" rows={2} value={value} onChange={onChange} spellCheck={false} />
      {wrong === null ? null : <small className="error">{wrong}</small>}
    </div>
  );
}
