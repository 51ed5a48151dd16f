// Applications, pilots and consents.
import { words } from '../words/words.ts';
import { ApplicationList } from './application-list.tsx';
import { ConsentList } from './consent-list.tsx';
import { PilotList } from './pilot-list.tsx';
import { TokenMaker } from './token-maker.tsx';

export function PeopleView() {
  return (
    <div className="page">
      <div className="page-head">
        <h2>{words.views.people}</h2>
      </div>
      <div className="columns">
        <ApplicationList />
        <div className="column">
          <PilotList />
          <section className="card" aria-labelledby="sign-in">
            <h3 id="sign-in">{words.people.signIn}</h3>
            <p className="dim small">{words.people.signInHelp}</p>
            <TokenMaker />
          </section>
        </div>
      </div>
      <ConsentList />
    </div>
  );
}
