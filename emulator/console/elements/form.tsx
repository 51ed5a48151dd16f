// Every form of the console, described by a table of its fields. The browser keeps what is typed; the switch is a checkbox.
import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { CallError } from '../client/client.ts';
import './form.css';

export type Draft = Readonly<Record<string, string>>;
export type Choice = readonly [value: string, label: string];

export type FormField = {
  readonly name: string;
  readonly label: ReactNode;
  readonly help?: string | undefined;
  /** Makes it a select. */
  readonly choices?: readonly Choice[] | undefined;
  /** With choices: checkboxes, whose values are joined by line breaks. Otherwise, a text of several lines. */
  readonly isLong?: boolean;
  readonly isMono?: boolean;
  /** Fields of the same group follow each other under its title. */
  readonly group?: string;
  /** Anything else about an input. */
  readonly input?: Pick<ComponentProps<'input'>, 'type' | 'required' | 'placeholder' | 'accept'>;
};

/** The message about each invalid field. */
type Wrong = Readonly<Record<string, string>>;

export type FormProps = {
  readonly fields: readonly FormField[] | ((draft: Draft) => readonly FormField[]);
  /** Another value replaces what was typed for it. */
  readonly first?: Draft;
  readonly submit: string;
  /** A `CallError` is shown at the field that it names. */
  readonly onSubmit: (draft: Draft, form: HTMLFormElement) => Promise<void> | void;
  readonly className?: string;
  /** More actions. */
  readonly actions?: ReactNode;
};

/** The key of a message that names no field. */
const whole = '';
const nothing: Draft = {};

export function Form({ fields, first = nothing, submit, onSubmit, className = '', actions }: FormProps) {
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<Wrong>({});
  const shown = typeof fields === 'function' ? fields(draft) : fields;
  const send = async (sent: HTMLFormElement) => {
    try {
      await onSubmit(draftIn(sent), sent);
      setWrong({});
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setWrong({ [fieldIn(cause.message, shown)]: cause.message });
    }
  };
  return (
    <form
      className={`form ${className}`}
      onChange={({ currentTarget }) => setDraft(draftIn(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {[...Map.groupBy(shown, ({ group = '' }) => group)].map(([group, members]) => (
        <fieldset key={group}>
          {group === '' ? null : <legend translate="no">{group}</legend>}
          <div className="form-grid">
            {members.map((field) => {
              const value = first[field.name] ?? '';
              return <FormRow key={`${field.name} ${value}`} field={field} value={value} wrong={wrong[field.name]} />;
            })}
          </div>
        </fieldset>
      ))}
      {wrong[whole] === undefined ? null : (
        <p className="invalid small" role="alert">
          {wrong[whole]}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button main-button">
          {submit}
        </button>
        {actions}
      </div>
    </form>
  );
}

const draftIn = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    [...Map.groupBy(new FormData(form), ([name]) => name)].map(([name, entries]) => [
      name,
      entries.flatMap(([, value]) => (typeof value === 'string' ? value : [])).join('\n'),
    ]),
  );

/** The emulator begins with the place: `match.path: expected …`. */
function fieldIn(message: string, fields: readonly FormField[]): string {
  const [place = ''] = message.split(':', 1);
  return fields.find(({ name }) => `${place}.`.startsWith(`${name}.`))?.name ?? whole;
}

/** A labelled control; help and error are read out with it. */
function FormRow({
  field: { name, label, help, choices, isLong = false, isMono = false, input },
  value,
  wrong,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly wrong: string | undefined;
}) {
  const id = useId();
  const note = wrong || help || null;
  const control = {
    id,
    name,
    defaultValue: input?.type === 'file' ? undefined : value,
    className: isMono ? 'mono' : undefined,
    'aria-invalid': wrong === undefined ? undefined : true,
    'aria-describedby': note === null ? undefined : `${id}-note`,
  };
  const text = { autoComplete: 'off', spellCheck: false };
  return (
    <div className={`field ${isLong ? 'whole-line' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        isLong ? (
          <textarea {...control} {...text} {...input} rows={Math.min(16, value.split('\n').length + 1)} />
        ) : (
          <input {...control} {...text} {...input} />
        )
      ) : isLong ? (
        <div className="form-grid">
          {choices.map(([one, words], place) => (
            <label key={one} className="check">
              <input type="checkbox" id={place === 0 ? id : undefined} name={name} value={one} />
              {words}
            </label>
          ))}
        </div>
      ) : (
        <select {...control}>
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

/** Applies at once. */
export function Switch({
  label,
  isOn,
  states,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  /** The texts of the on and off states. */
  readonly states: readonly [string, string];
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has them by itself
        role="switch"
        aria-label={label}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden="true">{isOn ? states[0] : states[1]}</span>
    </label>
  );
}
