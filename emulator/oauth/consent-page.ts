// The consent page and the error page. HTML and a form only: no script and no external resources (rule 31).

import { visible } from '../http/visible.ts';
import type { Pilot } from '../world/world.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { html, page } from './html.ts';
import { scopeWords } from './scopes.ts';

interface ConsentPage {
  request: AuthorizationRequest;
  pilots: readonly Pilot[];
  /** This endpoint with the query of the request. */
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
    `Allow ${visible(application.name)}`,
    html`<form class="card" method="post" action="${action}">
      <h1>Allow <bdi>${application.name}</bdi> to access your account?</h1>
      <p class="dim">Choose what it may do. Access lasts until you revoke it.</p>
      <input type="hidden" name="form_token" value="${formToken}" />
      <fieldset>
        <legend>Permissions</legend>
        ${scopeChoices}
      </fieldset>
      <fieldset>
        <legend>Pilot</legend>
        ${pilotChoices}
      </fieldset>
      <div class="choices">
        <button name="decision" value="refuse">Deny</button>
        <button class="go" name="decision" value="approve">Approve</button>
      </div>
      <p class="small dim">You’ll return to <bdi>${application.name}</bdi> at ${new URL(redirectUri).host}.</p>
    </form>`,
  );
}

export function closedPage(message: string): string {
  return page(
    'There’s nothing to approve',
    html`<div class="card review">
      <h1>There’s nothing to approve</h1>
      <p>${message}</p>
      <p class="small dim">No access was granted. Close this window and start again in the application.</p>
    </div>`,
  );
}
