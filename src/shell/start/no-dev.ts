/** Stands in for the development screens (`features/dev`) in every build but a development one. */
export const screens = [];
