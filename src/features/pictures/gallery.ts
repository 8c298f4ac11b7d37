export { Gallery as default } from '../../ui/display/gallery';
