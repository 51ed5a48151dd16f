// Answers to a code exchange that come from a captive portal.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failureOf, setUpAccount } from '../account-under-test.ts';
import { answers, startRotatingService, type RotatingService } from '../rotating-service.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

const html = { 'content-type': 'text/html' };
test.each([
  [511, {}, 'captive-portal'],
  [302, {}, 'captive-portal'],
  [300, {}, 'captive-portal'],
  [399, {}, 'captive-portal'],
  [200, html, 'captive-portal'],
  [200, {}, 'answer-not-understood'],
  [400, html, 'answer-not-understood'],
  [404, {}, 'answer-not-understood'],
  [500, html, 'service-error'],
  [503, {}, 'service-error'],
  [502, html, 'service-unreachable'],
  [504, {}, 'service-unreachable'],
  [520, {}, 'service-unreachable'],
  [524, {}, 'service-unreachable'],
])('an answer %i with %j is reported as %s', async (status, headers, kind) => {
  service.nextAnswers.push(answers.text(status, 'Welcome', headers));
  const { account } = setUpAccount(service.url);
  expect(failureOf(await account.signIn()).kind).toBe(kind);
});
