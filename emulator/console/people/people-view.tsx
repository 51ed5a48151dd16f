// Applications, pilots, consents and their rate limits.
import { messages } from '../messages/messages.ts';
import { ApplicationList } from './application-list.tsx';
import { ConsentList } from './consent-list.tsx';
import { LimitList } from './limit-list.tsx';
import { PilotList } from './pilot-list.tsx';
import { TokenMaker } from './token-maker.tsx';

export function PeopleView() {
  return (
    <div className="page">
      <div className="page-head">
        <h2>{messages.views.people}</h2>
      </div>
      <div className="columns">
        <ApplicationList />
        <div className="column">
          <PilotList />
          <section className="card" aria-labelledby="sign-in">
            <h3 id="sign-in">{messages.people.signIn}</h3>
            <p className="dim small">{messages.people.signInHelp}</p>
            <TokenMaker />
          </section>
        </div>
      </div>
      <ConsentList />
      <LimitList />
    </div>
  );
}
