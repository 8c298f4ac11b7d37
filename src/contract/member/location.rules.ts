import { position } from '../buying/addresses.rules';
import { fields, nothing, required } from '../rules/fields';

export const searchPlaces = fields({ text: required(50) });
export const placeAt = position;
export const mapTiles = nothing;
