/** The message of a native page, its possible action, and the back button. */
Component({
  properties: { text: String, action: String, back: String },
  methods: {
    onAction() {
      this.triggerEvent('action');
    },
    onBack() {
      this.triggerEvent('back');
    },
  },
});
