// The form of the pilot's own entry for a flight: what the service doesn't tell, and a note.
import { type ComponentProps, type FormEvent, useId, useMemo, useState } from 'react';
import type { Flight } from '../../main/contract/flight.ts';
import { emptyEntry, type OwnEntry, ownEntrySchema, type OwnFigure, untoldOf } from '../../main/contract/own-entry.ts';
import type { Place } from '../../main/contract/logbook.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { inputMessageIn } from '../../main/messages/input-issue.ts';
import { Button } from '../elements/button.tsx';
import { Field, focusFirstInvalid } from '../elements/form-fields.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { Sheet, useModal } from '../elements/sheet.tsx';
import { stripName } from '../format/strip-text.ts';
import { clockTime } from '../format/time.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { ownFieldName } from './own-entry-fields.tsx';

/** The fields as they are typed. */
type Typed = Readonly<Record<keyof OwnEntry, string>>;

const textOf = (value: string | number | null) => (typeof value === 'number' ? clockTime(value) : (value ?? ''));
const typedFrom = (entry: OwnEntry) =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, textOf(value)])) as Typed;

/** `2:45` in minutes; null if nothing is typed, NaN if it is no time. */
function minutesOf(typed: string): number | null {
  if (typed.trim() === '') return null;
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(typed.trim()) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

function entryOf(typed: Typed): OwnEntry {
  const filled = (value: string) => (value.trim() === '' ? null : value.trim());
  const code = (value: string) => filled(value.toUpperCase());
  return {
    icaoOut: code(typed.icaoOut),
    icaoIn: code(typed.icaoIn),
    aircraft: code(typed.aircraft),
    day: filled(typed.day),
    minutes: minutesOf(typed.minutes),
    block: minutesOf(typed.block),
    note: filled(typed.note),
  };
}

/** What is wrong with each field, in the pilot's language. */
function faultsOf(entry: OwnEntry): Partial<Record<keyof OwnEntry, string>> {
  const { error } = ownEntrySchema.safeParse(entry);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path: [field], message: issue }) => {
      const known = inputMessageIn(issue);
      return [field, known === null ? t('window.own.timeHint') : text(known)];
    }),
  );
}

const airportText = ({ name, city }: Place) => t('shared.facts', { items: [...new Set([city, name])] });

/** Offers the airports that the typed text names, and says what is known of a code. */
function AirportField(field: ComponentProps<typeof Field> & { readonly value: string }) {
  const id = useId();
  const words = field.value.trim();
  const input = useMemo(() => (words.length < 2 ? null : { words }), [words]);
  const { value, isOld } = useAnswer('logbook.airports', input, '');
  const named = input === null || isOld ? null : value;
  const known = named?.find(({ code }) => code === words.toUpperCase());
  const unknown = named && /^\w{3,4}$/.test(words) ? t('window.own.unknown') : undefined;
  return (
    <>
      <Field {...field} list={id} hint={known ? airportText(known) : unknown} />
      <datalist id={id}>
        {!known &&
          named?.map((one) => (
            <option key={one.code} value={one.code}>
              {airportText(one)}
            </option>
          ))}
      </datalist>
    </>
  );
}

type OwnEntryDialogProps = { readonly strip: Strip; readonly flight: Flight; readonly close: () => void };

export default function OwnEntryDialog({ strip, flight, close }: OwnEntryDialogProps) {
  const store = useStore();
  const dialog = useModal();
  const [typed, setTyped] = useState(() => typedFrom(strip.own ?? emptyEntry));
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({});

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entry = entryOf(typed);
    const found = faultsOf(entry);
    setFaults(found);
    if (Object.keys(found).length > 0) requestAnimationFrame(() => focusFirstInvalid(form));
    else if (await store.send('strips.setOwnEntry', { id: strip.id, entry })) dialog.current?.close();
  }

  const field = (name: keyof OwnEntry) => ({
    value: typed[name],
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  const code = { className: 'mono', autoComplete: 'off', spellCheck: false, maxLength: 40 } as const;
  const time = { hint: t('window.own.timeHint'), inputMode: 'numeric' } as const;
  const kinds: Readonly<Record<OwnFigure, Partial<ComponentProps<typeof Field>>>> = {
    icaoOut: code,
    icaoIn: code,
    day: { type: 'date' },
    aircraft: code,
    minutes: time,
    block: time,
  };
  // What the service tells needs no entry. What it tells meanwhile takes no field away that is being filled in.
  const [asked] = useState(() =>
    (Object.keys(kinds) as OwnFigure[]).filter(
      (figure) => untoldOf(flight).includes(figure) || strip.own?.[figure] != null,
    ),
  );
  const kind = asked.length === 0 ? 'note' : null;
  return (
    <Sheet ref={dialog} title={t('window.own.title', { kind, name: stripName(strip) })} close={close}>
      {strip.hasImage && (
        <ReportImage
          stripId={strip.id}
          className="screenshot"
          box={{ width: 520, height: 200 }}
          label={t('window.strip.screenshotOf', { name: stripName(strip) })}
          otherwise={() => null}
        />
      )}
      <p className="dim small">{t('window.own.text')}</p>
      <form className="form" onSubmit={(event) => void save(event)} noValidate>
        {asked.length > 0 && (
          <div className="own-pair">
            {asked.map((figure) => {
              const Kind = figure === 'icaoOut' || figure === 'icaoIn' ? AirportField : Field;
              return <Kind key={figure} label={ownFieldName(figure)} {...kinds[figure]} {...field(figure)} />;
            })}
          </div>
        )}
        <Field
          label={t('window.own.note')}
          rows={2}
          maxLength={1_000}
          {...field('note')}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
          }}
        />
        <p className="actions">
          <Button type="submit" look="main">
            {t('window.common.save')}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{t('window.common.cancel')}</Button>
        </p>
      </form>
    </Sheet>
  );
}
