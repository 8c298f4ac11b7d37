import { FormStates } from './gallery-form';
import { LightParts } from './gallery-lights';
import { ListStates } from './gallery-lists';
import { Basics } from './gallery-looks';
import { Overlays } from './gallery-over';

/** Every component in every state. */
export default function Gallery() {
  return (
    <>
      <Basics />
      <LightParts />
      <ListStates />
      <FormStates />
      <Overlays />
    </>
  );
}
