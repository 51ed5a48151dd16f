// The consent page and the error page. HTML and a form only: no script and no external resources (rule 31).

import type { Pilot } from '../world/world.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { html, page, pageMessages } from './page.ts';

type ConsentPage = {
  request: AuthorizationRequest;
  pilots: readonly Pilot[];
  /** This endpoint with the query of the request. */
  action: string;
  formToken: string;
};

/** @param messages in the tests, a pseudo-locale */
export function consentPage({ request, pilots, action, formToken }: ConsentPage, messages = pageMessages): string {
  const { application, scopes, redirectUri, loginHint } = request;
  const texts = messages.consent;
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
        ><input type="checkbox" name="scope" value="${scope}" checked /> <b>${texts.scopes[scope]}</b
        ><code>${scope}</code></label
      >`,
  );
  return page(
    texts.title(application.name),
    html`<form class="card" method="post" action="${action}">
      <h1>${texts.question(application.name)}</h1>
      <p class="dim">${texts.about}</p>
      <input type="hidden" name="form_token" value="${formToken}" />
      <fieldset>
        <legend>${texts.permissions}</legend>
        ${scopeChoices}
      </fieldset>
      <fieldset>
        <legend>${texts.pilot}</legend>
        ${pilotChoices}
      </fieldset>
      <div class="choices">
        <button name="decision" value="refuse">${texts.deny}</button>
        <button class="go" name="decision" value="approve">${texts.approve}</button>
      </div>
      <p class="small dim">${texts.returnTo(application.name, new URL(redirectUri).host)}</p>
    </form>`,
    messages,
  );
}

export function closedPage(message: string, messages = pageMessages): string {
  return page(
    messages.error.title,
    html`<div class="card review">
      <h1>${messages.error.title}</h1>
      <p>${message}</p>
      <p class="small dim">${messages.error.about}</p>
    </div>`,
    messages,
  );
}
