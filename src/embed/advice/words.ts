import type { Advice } from '../host';

/**
 * The console messages for each error: what happened, and how to fix it. The error page and docs/embedding/errors.md contain the same
 * text.
 */
export const mistakes: Record<Advice['code'], [happened: string, mend: string]> = {
  script_load_failed: [
    'A file of Cloudphone’s did not arrive, or was changed on the way.',
    'Nothing, if the member was offline: there is a retry. Else see whether script-src and connect-src of your Content-Security-Policy name this origin.',
  ],
  network_error: [
    'A call got no answer.',
    'Nothing, if the member was offline. Else connect-src of your Content-Security-Policy has to name this origin.',
  ],
  timeout: ['A call took longer than 60 s.', 'Nothing: there is a retry.'],
  token_timeout: [
    'Your token endpoint, or fetchToken, took longer than 15 s.',
    'See why your server is slow.',
  ],
  token_fetch_failed: [
    'Your token endpoint, or fetchToken, failed, or answered something else than {"token": "et_…", "expiresIn": 300, "subject": "…"}.',
    'Answer these, from data of our server’s answer.',
  ],
  api_error: ['Our server failed.', 'Nothing: there is a retry. Tell us the request id if it stays.'],
  handshake_timeout: [
    'The frame did not answer within 12 s.',
    'iframe mode works on origins that are in your record with us, and when frame-src of your Content-Security-Policy names this origin.',
  ],
  host_session_required: [
    'Your endpoint answered 401 or 403 in its own words: nobody is signed in on your site.',
    'Sign your customer in, then call refresh() of the element.',
  ],
  signature_wrong: [
    'Our server refused yours: X-Signature is not what your secret makes of the request.',
    'Compare CLOUDPHONE_SECRET of your server with your key, and sign the very text that is sent.',
  ],
  clock_wrong: [
    'Our server refused yours: its clock is more than 60 s off.',
    'Set the clock of your server (NTP), and send X-Timestamp in milliseconds.',
  ],
  nonce_reused: ['Our server refused yours: X-Nonce was seen before.', 'Make a new one for each request.'],
  request_invalid: [
    'Our server refused yours: the request is not what it should be.',
    'See what was given: it says which part.',
  ],
  partner_disabled: ['You are switched off.', 'Ask whoever runs the gateway.'],
  origin_not_allowed: [
    'Our server refused yours: this origin is not in your record with us.',
    'Send the page’s own origin (location.origin) as "origin", and have each of your origins put into your record.',
  ],
  feature_not_allowed: [
    'Our server refused yours: this feature is not in your record with us.',
    'Have it put into your record.',
  ],
  scope_not_allowed: [
    'Our server refused yours: the feature has no such scope.',
    'Ask for "scopes": "all", or for those of the feature.',
  ],
  rate_limited: [
    'Your server asked for too many tokens.',
    'Ask for one when the embed asks you, and wait as long as Retry-After says.',
  ],
  member_not_linked: [
    'Your customer has not connected a Cloudphone account with you yet.',
    'Nothing: the embed leads them to it, when your endpoint hands on our server’s answer as it is. Or link them by POST /embed/v1/members.',
  ],
  feature_not_linked: [
    'Your customer has not allowed you to show this feature.',
    'Nothing: the embed leads them to the page where they allow it, when your endpoint hands on our server’s answer as it is.',
  ],
  session_expired: [
    'Our server refused the token, and the next one too.',
    'Ask us for a new token each time; never keep one.',
  ],
  token_not_renewed: [
    'fetchToken gave the token again that had just been refused.',
    'Ask us for a new token each time; never keep one.',
  ],
  scope_denied: [
    'The token does not allow this call.',
    'Ask for "scopes": "all", or for those that it needs; without scopes a token only reads.',
  ],
  origin_mismatch: [
    'The token was made for another origin, or this origin is not in your record with us.',
    'Send the page’s own origin (location.origin) as "origin" when your server asks for the token, and have each of your origins put into your record.',
  ],
  feature_disabled: ['You, or this feature of yours, are switched off.', 'Ask whoever runs the gateway.'],
  partner_unknown: [
    'There is no partner of this id.',
    'Set partner="p_…" to the id in your record with us; iframe mode needs it.',
  ],
  protocol_mismatch: ['The frame speaks another version.', 'Load /v1/embed.js, or a newer release.'],
  target_not_found: [
    'mount() was given a selector that finds nothing.',
    'Call it once the element is in the page.',
  ],
  unknown_feature: ['There is no feature of this name.', 'Use one of those that there are.'],
  fetch_token_missing: [
    'There is neither token-endpoint nor fetchToken.',
    'Set the attribute token-endpoint="/cp/embed-token", or the property fetchToken.',
  ],
  not_in_browser: [
    'This was called where there is no page.',
    'Call it in the browser, after the page is there.',
  ],
  secure_page_blocked: [
    'The page on which the member confirms did not come; they may open it in a window.',
    'frame-src of your Content-Security-Policy has to name this origin.',
  ],
  internal: ['A mistake of ours.', 'Tell us what the console says.'],
  route_unknown: [
    'The feature has no such screen; its first is shown.',
    'Use one of its routes, or / for the first.',
  ],
  deprecated: ['This page uses something that will end.', 'The partner console says what to use instead.'],
  option_unknown: [
    'There is no such option, or it has no such value; it is ignored.',
    'Use one of those that there are.',
  ],
};
