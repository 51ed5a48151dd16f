// Every form of the console, described by a table of its fields.
import { useId, useState } from 'react';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import './form.css';

export type Draft = Readonly<Record<string, string>>;
export type Choice = readonly [value: string, label: string];

export type FormField = {
  readonly name: string;
  readonly label: ReactNode;
  readonly help?: string;
  /** Makes it a select. */
  readonly choices?: readonly Choice[];
  /** Makes it a text of several lines. */
  readonly isLong?: boolean;
  readonly isMono?: boolean;
  /** Fields of the same group follow each other under its title. */
  readonly group?: string;
  /** Anything else about an input. */
  readonly input?: Pick<
    ComponentProps<'input'>,
    'type' | 'min' | 'max' | 'required' | 'readOnly' | 'placeholder' | 'inputMode' | 'accept'
  >;
};

/** The message about each invalid field. */
export type Wrong = Readonly<Record<string, string>>;

type FormProps = {
  readonly fields: readonly FormField[] | ((draft: Draft) => readonly FormField[]);
  /** Another one replaces what was typed. */
  readonly first: Draft;
  readonly submit: string | ((draft: Draft) => string);
  /** Returns what is wrong, if something is. */
  readonly onSubmit: (draft: Draft, form: HTMLFormElement) => Promise<Wrong | void> | Wrong | void;
  readonly onCancel?: () => void;
  /** Other fields that follow from a change. */
  readonly revise?: (changed: string, draft: Draft) => Draft;
  readonly className?: string;
  /** More actions. */
  readonly renderActions?: (draft: Draft) => ReactNode;
};

export function Form(props: FormProps) {
  const { fields, first, submit, onSubmit, onCancel, revise, className = '', renderActions } = props;
  const [{ begun, draft }, setDraft] = useState({ begun: first, draft: first });
  if (JSON.stringify(begun) !== JSON.stringify(first)) setDraft({ begun: first, draft: first });
  const [wrong, setWrong] = useState<Wrong>({});
  const shown = typeof fields === 'function' ? fields(draft) : fields;
  const groups = Map.groupBy(shown, ({ group }) => group ?? '');
  const change = (name: string, value: string) => {
    const changed = { ...draft, [name]: value };
    setDraft({ begun, draft: revise?.(name, changed) ?? changed });
  };
  const send = async (form: HTMLFormElement) => setWrong((await onSubmit(draft, form)) ?? {});
  return (
    <form
      className={`form ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
      onReset={() => setDraft({ begun: first, draft: first })}
    >
      {[...groups].map(([group, members]) => {
        const rows = members.map((field) => (
          <FormRow
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            wrong={wrong[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ));
        return group === '' ? (
          rows
        ) : (
          <fieldset key={group}>
            <legend>{group}</legend>
            <div className="form-grid">{rows}</div>
          </fieldset>
        );
      })}
      <div className="actions">
        <button type="submit" className="button main-button">
          {typeof submit === 'string' ? submit : submit(draft)}
        </button>
        {renderActions?.(draft)}
        {onCancel === undefined ? null : (
          <button type="button" className="button" onClick={onCancel}>
            {messages.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

/** A labelled control; help and error are read out with it. */
function FormRow({
  field: { name, label, help, choices, isLong = false, isMono = false, input },
  value,
  wrong,
  onChange,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const note = wrong || help || null;
  const control = {
    id,
    name,
    className: isMono ? 'mono' : undefined,
    'aria-invalid': wrong === undefined ? undefined : true,
    'aria-describedby': note === null ? undefined : `${id}-note`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(target.value),
  };
  const text = { autoComplete: 'off', spellCheck: false };
  return (
    <div className={`field ${isLong ? 'whole-line' : ''}`} data-field={name}>
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        isLong ? (
          <textarea {...control} {...text} rows={Math.min(16, value.split('\n').length + 1)} value={value} />
        ) : (
          <input {...control} {...text} {...input} {...(input?.type === 'file' ? {} : { value })} />
        )
      ) : (
        <select {...control} value={value}>
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
      {note === null ? null : (
        <small id={`${id}-note`} className={wrong === undefined ? 'dim' : 'invalid'}>
          {note}
        </small>
      )}
    </div>
  );
}
