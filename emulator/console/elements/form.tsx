// Every form of the console, described by a table of its fields. The browser keeps what is typed; the switch is a checkbox.
import { useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CallError } from '../client/client.ts';
import { messages } from '../messages/messages.ts';
import './form.css';

export type Draft = Readonly<Record<string, string>>;
export type Choice = readonly [value: string, label: string];

export type FormField = {
  readonly name: string;
  readonly label: ReactNode;
  readonly help?: string | undefined;
  /** Makes it a select. */
  readonly choices?: readonly Choice[] | undefined;
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
type Wrong = Readonly<Record<string, string>>;

type FormProps = {
  readonly fields: readonly FormField[] | ((draft: Draft) => readonly FormField[]);
  /** Another one replaces what was typed. */
  readonly first: Draft;
  readonly submit: string | ((draft: Draft) => string);
  /** A `CallError` is shown at the field that it names. Returns what is wrong, if something is. */
  readonly onSubmit: (draft: Draft, form: HTMLFormElement) => Promise<Wrong | void> | Wrong | void;
  readonly onCancel?: () => void;
  readonly className?: string;
  /** More actions. */
  readonly renderActions?: (draft: Draft) => ReactNode;
};

/** The key of a message that names no field. */
const whole = '';

export function Form({ fields, first, submit, onSubmit, onCancel, className = '', renderActions }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<Wrong>({});
  const begun = JSON.stringify(first);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another beginning replaces what was typed
  useEffect(() => form.current?.reset(), [begun]);
  const shown = typeof fields === 'function' ? fields(draft) : fields;
  const send = async (sent: HTMLFormElement) => {
    const typed = draftIn(sent);
    try {
      setWrong((await onSubmit(typed, sent)) ?? {});
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setWrong({ [fieldIn(cause.message, shown)]: cause.message });
    }
  };
  return (
    <form
      ref={form}
      className={`form ${className}`}
      onChange={({ currentTarget }) => setDraft(draftIn(currentTarget))}
      onReset={() => setDraft(first)}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {[...Map.groupBy(shown, ({ group }) => group ?? '')].map(([group, members]) => {
        const rows = members.map((field) => (
          <FormRow key={field.name} field={field} value={first[field.name] ?? ''} wrong={wrong[field.name]} />
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
      {wrong[whole] === undefined ? null : (
        <p className="invalid small" role="alert">
          {wrong[whole]}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button main-button">
          {typeof submit === 'string' ? submit : submit(draft)}
        </button>
        {renderActions?.(draft)}
        {onCancel === undefined ? null : <Button onClick={onCancel}>{messages.cancel}</Button>}
      </div>
    </form>
  );
}

const draftIn = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** The emulator begins with the place: `match.path: expected …`. */
function fieldIn(message: string, fields: readonly FormField[]): string {
  const [place = ''] = message.split(':', 1);
  return fields.find(({ name }) => place.split('.').includes(name.split('.').at(-1)!))?.name ?? whole;
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
    <div className={`field ${isLong ? 'whole-line' : ''}`} data-field={name}>
      <label htmlFor={id}>{label}</label>
      {choices !== undefined ? (
        <select {...control}>
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...control} {...text} rows={Math.min(16, value.split('\n').length + 1)} />
      ) : (
        <input {...control} {...text} {...input} />
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
