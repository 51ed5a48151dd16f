// A flight with its image and figures; checks, approves or archives it.
import type { FlightView } from '../../api-types.ts';
import { Detail, Facts } from '../elements/detail.tsx';
import { Form } from '../elements/form.tsx';
import type { Draft } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, useServiceNow, useStore } from '../store/use-store.ts';
import { changesIn, draftOf, figureFields } from './figures.ts';
import { FlightImage } from './flight-image.tsx';
import { bayOf, DueIn, SegmentTrack, segmentsOf } from './stage.tsx';

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
            <button
              type="button"
              className="button"
              onClick={() => void store.act('flights.archive', { id }, text.moved.archive(id))}
            >
              {text.archive}
            </button>
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
