// What a pilot sees in the browser: who asks, for what, as which pilot; or why nobody can be asked. Words and form only,
// no script and nothing from elsewhere (rule 31).

import { visible } from '../http/visible.ts';
import type { Pilot } from '../world/world.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { html, page } from './html.ts';
import { scopeWords } from './scopes.ts';

export interface ConsentPage {
  request: AuthorizationRequest;
  pilots: readonly Pilot[];
  /** Where the form goes: this endpoint with the same request. */
  action: string;
  formToken: string;
}

export function consentPage({ request, pilots, action, formToken }: ConsentPage): string {
  const { application, scopes, redirectUri, loginHint } = request;
  const chosen = pilots.find((pilot) => pilot.id === loginHint) ?? pilots[0];
  const pilotChoices = pilots.map(
    (pilot) =>
      html` <label
        ><input type="radio" name="pilot" value="${pilot.id}" required ${pilot === chosen ? 'checked' : ''} />
        <b><bdi>${pilot.name}</bdi></b
        ><code><bdi>${pilot.id}</bdi></code></label
      >`,
  );
  const scopeChoices = scopes.map(
    (scope) =>
      html` <label
        ><input type="checkbox" name="scope" value="${scope}" checked /> <b>${scopeWords[scope]}</b
        ><code>${scope}</code></label
      >`,
  );
  return page(
    `${visible(application.name)} asks for your consent`,
    html`<form class="card" method="post" action="${action}">
      <h1>May <bdi>${application.name}</bdi> act for you?</h1>
      <p class="dim">It can do what you leave ticked, until you take it back.</p>
      <input type="hidden" name="form_token" value="${formToken}" />
      <fieldset>
        <legend>It may</legend>
        ${scopeChoices}
      </fieldset>
      <fieldset>
        <legend>As</legend>
        ${pilotChoices}
      </fieldset>
      <div class="choices">
        <button name="decision" value="refuse">Refuse</button>
        <button class="go" name="decision" value="approve">Approve</button>
      </div>
      <p class="small dim">Either way you go back to <bdi>${application.name}</bdi> at ${new URL(redirectUri).host}.</p>
    </form>`,
  );
}

export function closedPage(message: string): string {
  return page(
    'Nothing to approve here',
    html`<div class="card review">
      <h1>Nothing to approve here</h1>
      <p>${message}</p>
      <p class="small dim">
        Nothing was granted and nothing was sent anywhere. You can close this window and begin again in the application.
      </p>
    </div>`,
  );
}
