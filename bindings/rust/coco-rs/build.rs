include!("../build_common.rs");

fn main() {
    link(&["coco", "optimeter"]);
}
