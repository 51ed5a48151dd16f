// The fields of a custom response.
import { useId } from 'react';
import type { ChangeEvent } from 'react';
import { Field } from '../elements/field.tsx';
import type { FaultDraft } from './fault-draft.ts';

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
