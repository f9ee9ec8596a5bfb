//! What the simulator does not do: said at the call.

use wgpu::custom::{
    BlasInterface, ExternalTextureInterface, PipelineCacheInterface, SamplerInterface, TextureInterface,
};

/// Ends a call that cannot be served and has no way to return an error.
///
/// # Panics
/// Always: what wgpu, too, does with an error that nobody takes.
pub fn call(what: &str, why: &str) -> ! {
    panic!("lockstep-wgpu: {what}: {why}")
}

/// A part of wgpu that the simulator does not have: an object is made, so that error scopes work, and cannot be used.
#[derive(Debug)]
pub struct Absent;

impl SamplerInterface for Absent {}
impl TextureInterface for Absent {
    fn create_view(&self, _: &wgpu::TextureViewDescriptor<'_>) -> wgpu::custom::DispatchTextureView {
        call("Texture::create_view", "the texture was refused when it was made")
    }

    fn destroy(&self) {}
}
impl ExternalTextureInterface for Absent {
    fn destroy(&self) {}
}
impl BlasInterface for Absent {
    fn prepare_compact_async(&self, callback: wgpu::custom::BlasCompactCallback) {
        callback(Err(wgpu::BlasAsyncError));
    }

    fn ready_for_compaction(&self) -> bool {
        false
    }
}
impl PipelineCacheInterface for Absent {
    fn get_data(&self) -> Option<Vec<u8>> {
        None
    }
}
