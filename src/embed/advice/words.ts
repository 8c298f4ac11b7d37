import type { Advice } from '../host';

/**
 * The console messages for each error: what happened, and how to fix it. The error page and docs/embedding/errors.md contain the same
 * text.
 */
export const mistakes: Record<Advice['code'], [happened: string, mend: string]> = {
  script_load_failed: [
    'A Cloudphone file did not load, or its content was changed in transit.',
    'If the member was offline, you need not do anything: the embed offers a retry. Otherwise check that script-src and connect-src of your Content-Security-Policy allow this origin.',
  ],
  network_error: [
    'A request received no response.',
    'If the member was offline, you need not do anything. Otherwise check that connect-src of your Content-Security-Policy allows this origin.',
  ],
  timeout: ['A request took longer than 60 s.', 'You need not do anything: the embed offers a retry.'],
  token_timeout: [
    'Your token endpoint or fetchToken took longer than 15 s.',
    'Find out why your server is slow.',
  ],
  token_fetch_failed: [
    'Your token endpoint or fetchToken failed, or did not return {"token": "et_…", "expiresIn": 300, "subject": "…"}.',
    'Return these fields; our server sends them in data.',
  ],
  api_error: [
    'Our server failed.',
    'You need not do anything: the embed offers a retry. If the error persists, send us the request ID.',
  ],
  handshake_timeout: [
    'The frame did not respond within 12 s.',
    'For iframe mode, your partner record must contain the page’s origin, and frame-src of your Content-Security-Policy must allow this origin.',
  ],
  host_session_required: [
    'Your token endpoint returned 401 or 403 without one of our error codes: the customer is not signed in to your site.',
    'Sign the customer in, then call refresh() on the element.',
  ],
  signature_wrong: [
    'Our server rejected your server’s request: X-Signature does not match the request and your secret.',
    'Compare CLOUDPHONE_SECRET on your server with your key, and sign exactly the text that you send.',
  ],
  clock_wrong: [
    'Our server rejected your server’s request: its clock is wrong by more than 60 s.',
    'Synchronize your server’s clock (NTP), and send X-Timestamp in milliseconds.',
  ],
  nonce_reused: [
    'Our server rejected your server’s request: X-Nonce was used before.',
    'Generate a new nonce for each request.',
  ],
  request_invalid: [
    'Our server rejected your server’s request: part of it is missing or invalid.',
    'The response, shown above, names the part.',
  ],
  partner_disabled: ['Your partner account is disabled.', 'Contact the operator of the gateway.'],
  origin_not_allowed: [
    'Our server rejected your server’s request: your partner record does not contain this origin.',
    'Send the origin of the page (location.origin) as "origin", and ask the operator to add each of your origins to your record.',
  ],
  feature_not_allowed: [
    'Our server rejected your server’s request: your partner record does not contain this feature.',
    'Ask the operator to add it to your record.',
  ],
  scope_not_allowed: [
    'Our server rejected your server’s request: the feature does not have one of the requested scopes.',
    'Request "scopes": "all", or scopes of the feature.',
  ],
  rate_limited: [
    'Your server requested too many tokens.',
    'Request a token only when the embed asks for one, and wait for the time in Retry-After.',
  ],
  member_not_linked: [
    'The customer has not linked a Cloudphone account to your site yet.',
    'You need not do anything: the embed leads them there, if your endpoint passes our response on unchanged. You can also link customers with POST /embed/v1/members.',
  ],
  feature_not_linked: [
    'The customer has not allowed your site to show this feature.',
    'You need not do anything: the embed leads them to the page where they can allow it, if your endpoint passes our response on unchanged.',
  ],
  session_expired: [
    'Our server rejected the token, and the next one too.',
    'Request a new token from our server each time; never store one.',
  ],
  token_not_renewed: [
    'fetchToken returned the token that had just been rejected.',
    'Request a new token from our server each time; never store one.',
  ],
  scope_denied: [
    'The token does not allow this call.',
    'Request "scopes": "all", or the scopes that the call needs; a token without scopes can only read.',
  ],
  origin_mismatch: [
    'The token was issued for another origin, or your partner record does not contain this origin.',
    'Send the origin of the page (location.origin) as "origin" when your server requests the token, and ask the operator to add each of your origins to your record.',
  ],
  feature_disabled: [
    'Your partner account, or this feature for it, is disabled.',
    'Contact the operator of the gateway.',
  ],
  partner_unknown: [
    'No partner has this ID.',
    'Set partner="p_…" to the ID in your partner record; iframe mode requires it.',
  ],
  protocol_mismatch: [
    'The frame uses another version of the protocol.',
    'Load /v1/embed.js, or a newer release.',
  ],
  target_not_found: [
    'The selector given to mount() matches no element.',
    'Call mount() after the element has been added to the page.',
  ],
  unknown_feature: ['No feature has this name.', 'Use one of the valid names.'],
  fetch_token_missing: [
    'Neither token-endpoint nor fetchToken is set.',
    'Set the attribute token-endpoint="/cp/embed-token", or the property fetchToken.',
  ],
  not_in_browser: [
    'The function was called outside a browser.',
    'Call it in the browser, after the page has loaded.',
  ],
  secure_page_blocked: [
    'The page on which the member confirms did not load. The member can open it in a window instead.',
    'Add this origin to frame-src of your Content-Security-Policy.',
  ],
  internal: ['An unexpected error occurred in our code.', 'Send us the messages in the console.'],
  route_unknown: [
    'The feature has no screen with this route. It shows its first screen.',
    'Use one of its routes, or / for the first screen.',
  ],
  deprecated: ['This page uses something that will end.', 'The partner console says what to use instead.'],
  option_unknown: [
    'The option does not exist or does not have this value. It is ignored.',
    'Use one of the valid ones.',
  ],
};
