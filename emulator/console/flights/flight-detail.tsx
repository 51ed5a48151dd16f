// A flight with its image and figures; checks, approves or archives it.
import { Button } from '../elements/button.tsx';
import type { FlightView } from '../../api-types.ts';
import { Detail, Facts } from '../elements/detail.tsx';
import { Form } from '../elements/form.tsx';
import type { Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, useServiceNow, useStore } from '../store/use-store.ts';
import { bayOf, DueIn, FlightImage, SegmentTrack, segmentsOf } from './flight.tsx';

const text = messages.flights;

export function FlightDetail({ flight, onClose }: { readonly flight: FlightView; readonly onClose: () => void }) {
  const store = useStore();
  const names = useNames();
  const now = useServiceNow();
  const { record, figures, dueAt } = flight;
  const { id } = record;
  const bay = bayOf(flight);
  const next = bay === 'checking' ? 'check' : 'moderate';
  const hasChanges = (draft: Draft) => Object.keys(changesIn(draft, figures)).length > 0;
  return (
    <Detail label={text.moderation(id)} tone={`bay-${bay}`} onClose={onClose}>
      <FlightImage flight={flight} isSmall={false} />
      <h2 className="detail-title">{text.title(id)}</h2>
      <div className="moderation-stage">
        <SegmentTrack states={segmentsOf(flight)} />
        <p>
          <b className="stage">{text.stages[bay]}</b>{' '}
          <span className="dim">{dueAt === null ? text.nothingDue : <DueIn atMs={Date.parse(dueAt)} />}</span>
        </p>
      </div>
      <Form
        className="figures"
        fields={figureFields(bay === 'archived' || record.moderator_checked)}
        first={draftOf(figures)}
        // Always enabled: the emulator explains why a call is not allowed.
        submit={(draft) => (hasChanges(draft) ? text.doWith[next] : text.do[next])}
        onSubmit={async (draft) => {
          await store.act(`flights.${next}`, { id, ...changesIn(draft, figures) }, text.moved[next](id));
        }}
        renderActions={(draft) => (
          <>
            <Button onClick={() => store.act('flights.archive', { id }, text.moved.archive(id))}>{text.archive}</Button>
            {hasChanges(draft) ? (
              <button type="reset" className="link-button">
                {text.asFound}
              </button>
            ) : null}
          </>
        )}
      />
      <Facts
        facts={[
          [text.facts.received, text.received(Date.parse(`${record.created_at}Z`), now)],
          [text.facts.pilot, names.pilot(flight.pilot)],
          [text.facts.application, names.application(flight.clientId)],
          [text.facts.file, flight.fileName],
          [text.facts.sha256, flight.sha256],
        ]}
      />
    </Detail>
  );
}

// The figures of a flight as a form has them.
type Figures = FlightView['figures'];
type FigureName = keyof Figures;

const labels: Readonly<Record<FigureName, string>> = text.figureNames;
const figureNames = Object.keys(labels) as FigureName[];
const textFigures: readonly string[] = ['date', 'aircraft', 'icao_out', 'icao_in'];

const figureFields = (isReadOnly: boolean): FormField[] =>
  figureNames.map((name) => ({
    name,
    label: labels[name],
    group: text.figures,
    input: { readOnly: isReadOnly, inputMode: textFigures.includes(name) ? 'text' : 'decimal' },
  }));

export const draftOf = (figures: Figures): Draft =>
  Object.fromEntries(figureNames.map((name) => [name, String(figures[name] ?? '')]));

/** The changed figures; the emulator validates them. */
export function changesIn(draft: Draft, figures: Figures): Partial<Figures> {
  const before = draftOf(figures);
  const changed = figureNames.filter((name) => draft[name]!.trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, valueOf(name, draft[name]!.trim())]));
}

function valueOf(name: FigureName, typed: string): string | number | null {
  if (name === 'date') return typed === '' ? null : typed;
  if (textFigures.includes(name)) return typed;
  // Invalid numbers are sent as text, because JSON would turn NaN into null.
  return typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}
