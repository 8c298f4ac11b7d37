/** Replaces the development screens (`features/dev`) in every build except a development one. */
export const screens = [];
