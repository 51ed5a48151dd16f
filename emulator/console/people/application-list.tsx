import { useState } from 'react';
import { usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { ApplicationCard } from './application-card.tsx';
import { NewApplicationForm } from './new-application-form.tsx';

export function ApplicationList() {
  const applications = usePart('applications').value?.items ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="column" aria-labelledby="applications">
      <div className="section-head">
        <h3 id="applications">
          {messages.people.applications} <span className="dim">{applications.length}</span>
        </h3>
        <button type="button" className="button small-button" onClick={() => setAdding(true)}>
          {messages.people.addApplication}
        </button>
      </div>
      {applications.map((application) => (
        <ApplicationCard key={application.clientId} application={application} />
      ))}
      {isAdding ? <NewApplicationForm onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
