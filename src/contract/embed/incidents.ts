/** Where an incident stands, from the first look to its end. */
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** The subject of an incident: calls and tokens, embeds in partners' pages, or messages to webhooks. */
export const incidentParts = ['api', 'embeds', 'webhooks'] as const;
export type IncidentPart = (typeof incidentParts)[number];
