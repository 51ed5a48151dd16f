// The running scenario with its steps, and the built-in ones.
import { useState } from 'react';
import { Confirm } from '../elements/confirm.tsx';
import { Empty } from '../elements/empty.tsx';
import type { ScenarioOffer } from '../link/calls.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { RecordSection } from './record-section.tsx';
import { ScenarioSteps } from './scenario-steps.tsx';

export function ScenarioView() {
  const store = useConsole();
  const playing = usePart('scenario').value;
  const offers = usePart('offers').value?.items ?? [];
  const [wanted, setWanted] = useState<ScenarioOffer | null>(null);
  return (
    <div className="page">
      <div className="page-head">
        <h2>{messages.views.scenario}</h2>
      </div>
      {playing === null ? (
        <Empty title={messages.scenario.none}>
          <p>{messages.scenario.pick}</p>
        </Empty>
      ) : (
        <section className="card playing" aria-labelledby="playing">
          <p className="small over-line">
            {playing.steps.some(({ done }) => !done) ? messages.scenario.playing : messages.scenario.over}
          </p>
          <h3 id="playing">
            <bdi>{playing.title}</bdi>
          </h3>
          <p className="about">{playing.about}</p>
          <ScenarioSteps steps={playing.steps} />
        </section>
      )}
      <section aria-labelledby="offers">
        <div className="section-head">
          <h3 id="offers">{messages.scenario.offers}</h3>
        </div>
        <ul className="offers">
          {offers.map((offer) => (
            <li key={offer.name} className="card offer">
              <h4>{offer.title}</h4>
              <p className="small dim">{offer.about}</p>
              <div className="actions">
                <button
                  type="button"
                  className="button small-button"
                  aria-label={messages.scenario.playOne(offer.title)}
                  onClick={() => setWanted(offer)}
                >
                  {playing?.name === offer.name ? messages.scenario.playAgain : messages.scenario.play}
                </button>
                <code className="dim small" translate="no">
                  --scenario {offer.name}
                </code>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <RecordSection />
      {wanted === null ? null : (
        <Confirm
          title={messages.scenario.playOne(wanted.title)}
          action={messages.scenario.play}
          onClose={() => setWanted(null)}
          onConfirm={() =>
            void store
              .act(() => store.calls.scenario.load(wanted.name), messages.scenario.begun(wanted.title))
              .then(() => store.parts.scenario.refresh())
          }
        >
          <p>{messages.scenario.replaces}</p>
        </Confirm>
      )}
    </div>
  );
}
